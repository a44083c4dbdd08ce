"""The sentence shown for a failure in a conversation, by its code: the service's own sentence is for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from foundation.contracts.error_codes import ErrorCode

KOREAN: Mapping[ErrorCode, str] = {
    ErrorCode.UNKNOWN_PACK: "그런 분야가 없습니다. 다른 분야를 골라 주세요.",
    ErrorCode.DATABASE_UNREACHABLE: "자료를 둔 곳이 응답하지 않습니다. 잠시 뒤에 다시 물어봐 주세요.",
    ErrorCode.DATABASE_TAKES_NO_WRITES: "지금은 새 질문을 저장할 수 없습니다. 받아 둔 질문은 자리가 나면 답합니다.",
    ErrorCode.DATA_DIR_TAKES_NO_WRITES: "자료를 둔 곳에 자리가 없습니다. 운영하는 사람에게 알려 주세요.",
    ErrorCode.UNAUTHENTICATED: "로그인이 필요합니다. 로그인한 뒤 다시 해 주세요.",
    ErrorCode.SIGN_IN_ENDED: "로그인이 끝났습니다. 다시 로그인해 주세요.",
    ErrorCode.SIGN_IN_UNAVAILABLE: "로그인을 확인할 수 없습니다. 잠시 뒤에 다시 하거나 열쇠로 들어가 주세요.",
    ErrorCode.FORBIDDEN_ORIGIN: "다른 사이트에서 온 요청이라 받지 않았습니다. 서비스의 주소로 직접 열어 주세요.",
    ErrorCode.FORBIDDEN: "이 일을 할 권한이 없습니다. 서비스를 운영하는 사람에게 물어봐 주세요.",
    ErrorCode.UNKNOWN_SESSION: "이 대화를 찾을 수 없습니다. 지워졌거나 다른 사람의 대화입니다.",
    ErrorCode.UNKNOWN_RUN: "이 질문의 처리 기록을 찾을 수 없습니다. 지워졌을 수 있습니다.",
    ErrorCode.UNKNOWN_MESSAGE: "이 메시지를 찾을 수 없습니다. 지워졌을 수 있습니다.",
    ErrorCode.UNKNOWN_MEMORY: "이 기억을 찾을 수 없습니다. 지워졌거나 바뀌었을 수 있습니다.",
    ErrorCode.UNKNOWN_PROMPT: "그 확인은 더 이상 기다리고 있지 않습니다.",
    ErrorCode.UNKNOWN_DOCUMENT: "이 구절은 더 이상 원본에 없습니다.",
    ErrorCode.UNKNOWN_ENTITY: "그 항목은 이제 없습니다.",
    ErrorCode.UNKNOWN_DRAFT: "이 문서를 찾을 수 없습니다. 그 대화가 지워졌을 수 있습니다.",
    ErrorCode.UNKNOWN_EVIDENCE: "이 자료를 찾을 수 없습니다. 그 대화가 지워졌을 수 있습니다.",
    ErrorCode.UNKNOWN_SHARE: "이 주소에는 아무것도 없습니다. 보내 준 분께 새 주소를 부탁하세요.",
    ErrorCode.UNKNOWN_ADDRESS: "그런 주소가 없습니다.",
    ErrorCode.MALFORMED_FRAME: "보낸 내용을 서비스가 알아보지 못했습니다. 다시 해 주세요.",
    ErrorCode.OVERSIZED_FRAME: "보낸 글이 너무 깁니다. 나누어 보내 주세요.",
    ErrorCode.UNKNOWN_FRAME: "서비스가 모르는 요청입니다. 새 판으로 다시 열어 주세요.",
    ErrorCode.INVALID_INPUT: "입력한 내용을 받을 수 없습니다. 고쳐서 다시 보내 주세요.",
    ErrorCode.MESSAGE_ID_REUSED: "같은 번호로 다른 질문을 이미 보냈습니다. 질문을 다시 보내 주세요.",
    ErrorCode.LATE_ANSWER: "고를 시간이 지나 새로 찾았습니다. 답이 온 뒤 앞의 자료로 바꿀 수 있습니다.",
    ErrorCode.ALREADY_DECIDED: "다른 창이나 기기에서 이미 골랐습니다. 바뀐 것은 없습니다.",
    ErrorCode.INVALID_ANSWER: "고를 수 있는 것이 아닙니다. 보이는 것 가운데 다시 골라 주세요.",
    ErrorCode.RUN_IN_PROGRESS: "앞 질문에 아직 답하고 있습니다. 끝나기를 기다리거나 멈춘 뒤 물어봐 주세요.",
    ErrorCode.BUSY: "지금은 기다리는 질문이 많습니다. 잠시 뒤에 다시 물어봐 주세요.",
    ErrorCode.OVER_LIMIT: "정해진 시간에 물을 수 있는 양을 넘었습니다. 잠시 뒤에 다시 물어봐 주세요.",
    ErrorCode.TURN_TIMEOUT: "답하는 데 너무 오래 걸려 멈췄습니다. 다시 묻거나 더 좁혀서 물어봐 주세요.",
    ErrorCode.RUN_CANCELLED: "멈췄습니다.",
    ErrorCode.RUN_GAVE_UP: "여러 번 해 보았지만 답을 끝내지 못했습니다. 다르게 물어봐 주세요.",
    ErrorCode.RUN_STALLED: "이 질문을 처리하다가 서비스가 여러 번 멈춰 더 해 보지 않습니다. 더 짧게 물어봐 주세요.",
    ErrorCode.UNKNOWN_EXPERIMENT: "그런 실험이 없습니다. 이름을 다시 확인해 주세요.",
    ErrorCode.OVERLAPPING_EXPERIMENT: "같은 때에 다른 실험이 있습니다. 그 실험을 끝내거나 다른 때를 골라 주세요.",
    ErrorCode.THRESHOLD_REFUSED: "확인된 결정이 모자라 이 기준점을 쓸 수 없습니다. 결정을 더 확인해 주세요.",
    ErrorCode.EXPERIMENT_CHANGED: "그사이 다른 사람이 이 실험을 바꿨습니다. 다시 보고 해 주세요.",
    ErrorCode.GOING_DOWN: "서비스를 다시 켜는 중입니다. 잠시 뒤에 다시 물어봐 주세요.",
    ErrorCode.INTERNAL: "서비스에 문제가 생겼습니다. 다시 물어보고, 또 그러면 운영하는 사람에게 알려 주세요.",
}

ENGLISH: Mapping[ErrorCode, str] = {
    ErrorCode.UNKNOWN_PACK: "There is no such field; choose another.",
    ErrorCode.DATABASE_UNREACHABLE: "The place that holds the data does not answer; ask again in a moment.",
    ErrorCode.DATABASE_TAKES_NO_WRITES: "Nothing new can be kept now; what was accepted is answered later.",
    ErrorCode.DATA_DIR_TAKES_NO_WRITES: "There is no room where the data lies; tell whoever runs the service.",
    ErrorCode.UNAUTHENTICATED: "You have to sign in first.",
    ErrorCode.SIGN_IN_ENDED: "Your sign-in ended; sign in again.",
    ErrorCode.SIGN_IN_UNAVAILABLE: "Sign-ins cannot be checked now; try again in a moment, or use a key.",
    ErrorCode.FORBIDDEN_ORIGIN: "This came from another site and was not taken; open the service at its own address.",
    ErrorCode.FORBIDDEN: "You may not do this; ask whoever runs the service.",
    ErrorCode.UNKNOWN_SESSION: "This conversation cannot be found: it was erased, or it belongs to somebody else.",
    ErrorCode.UNKNOWN_RUN: "The record of this question cannot be found; it may have been erased.",
    ErrorCode.UNKNOWN_MESSAGE: "This message cannot be found; it may have been erased.",
    ErrorCode.UNKNOWN_MEMORY: "This memory cannot be found; it may have been erased or replaced.",
    ErrorCode.UNKNOWN_PROMPT: "That question to you is no longer open.",
    ErrorCode.UNKNOWN_DOCUMENT: "This passage is no longer in its source.",
    ErrorCode.UNKNOWN_ENTITY: "That thing is no longer there.",
    ErrorCode.UNKNOWN_DRAFT: "This document cannot be found; its conversation may have been erased.",
    ErrorCode.UNKNOWN_EVIDENCE: "This data cannot be found; its conversation may have been erased.",
    ErrorCode.UNKNOWN_SHARE: "This link leads nowhere; ask whoever sent it for a new one.",
    ErrorCode.UNKNOWN_ADDRESS: "There is no such address.",
    ErrorCode.MALFORMED_FRAME: "The service did not understand what was sent; try again.",
    ErrorCode.OVERSIZED_FRAME: "The text is too long; send it in parts.",
    ErrorCode.UNKNOWN_FRAME: "The service does not know this request; open the newest version and try again.",
    ErrorCode.INVALID_INPUT: "This cannot be taken as it is; change it and send it again.",
    ErrorCode.MESSAGE_ID_REUSED: "Another question went out under this number; send yours again.",
    ErrorCode.LATE_ANSWER: "The time to choose was over, so we searched; you can change that once the answer is there.",
    ErrorCode.ALREADY_DECIDED: "It was chosen already in another window or on another device; nothing changed.",
    ErrorCode.INVALID_ANSWER: "That is not one of the choices; choose one of those shown.",
    ErrorCode.RUN_IN_PROGRESS: "The question before is still being answered; wait for it or stop it first.",
    ErrorCode.BUSY: "Too many questions are waiting; ask again in a moment.",
    ErrorCode.OVER_LIMIT: "That is more than may be asked in this time; ask again later.",
    ErrorCode.TURN_TIMEOUT: "The answer took too long and was stopped; ask again, or ask for less at once.",
    ErrorCode.RUN_CANCELLED: "Stopped.",
    ErrorCode.RUN_GAVE_UP: "This was begun many times and never finished; ask differently.",
    ErrorCode.RUN_STALLED: "Working on this stopped the service more than once; ask for less at once.",
    ErrorCode.UNKNOWN_EXPERIMENT: "There is no such experiment; check its name.",
    ErrorCode.OVERLAPPING_EXPERIMENT: "Another experiment runs at that time; end it first, or choose other times.",
    ErrorCode.THRESHOLD_REFUSED: "Too few decisions are checked to use this threshold; check more of them.",
    ErrorCode.EXPERIMENT_CHANGED: "Somebody changed this experiment meanwhile; look again.",
    ErrorCode.GOING_DOWN: "The service is being restarted; ask again in a moment.",
    ErrorCode.INTERNAL: "Something went wrong in the service; ask again, or tell whoever runs it.",
}


def told(failure: Mapping[str, Any], language: str) -> str:
    """The sentence for a frame with `code` and `message`; the service's own where its code has no words here."""
    sentences = KOREAN if language == "ko" else ENGLISH
    return sentences.get(failure.get("code", ""), failure["message"])
