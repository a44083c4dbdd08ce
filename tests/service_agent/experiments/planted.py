"""Reuses with known truth: a first question, what it found, and a second one that is held to have been answered from
that. Whether it could be was judged by reading what the first question finds, not by any code of the service."""

from __future__ import annotations

from typing import NamedTuple


class Planted(NamedTuple):
    """One reuse."""

    pack: str
    first: str
    second: str


WRONG = [
    # another topic
    Planted("real_estate", "복비는 누가 얼마까지 내?", "강아지 키워도 되나요?"),
    Planted("real_estate", "묵시적 갱신이 뭐야?", "권리금이 뭐예요?"),
    Planted("real_estate", "전세사기 피해자로 인정받으려면?", "확정일자는 어디서 받아요?"),
    Planted("real_estate", "월세 두 달 밀리면 어떻게 돼요?", "보일러 고장나면 누가 고쳐?"),
    Planted("real_estate", "전월세 신고 기한은?", "세입자가 죽으면 누가 이어받아?"),
    Planted("handbook", "When is payday?", "Can I bring my dog?"),
    Planted("handbook", "How long is probation?", "Who is the fire warden?"),
    Planted("handbook", "What is the mileage rate?", "I lost my laptop, what now?"),
    Planted("handbook", "Can I accept gifts?", "How much is the hotel limit in London?"),
    Planted("handbook", "When is payday?", "What about phishing mails?"),
    Planted("water_treatment", "역세척은 언제 시작해?", "비상발전기 용량은?"),
    Planted("water_treatment", "기록은 몇 년 보관해?", "오존 누출되면 어디로 대피해?"),
    Planted("water_treatment", "탈수기 켜는 순서", "비밀번호 규칙이 뭐야?"),
    # another kind of data
    Planted("real_estate", "전세사기 당하면 어떻게 해?", "강남구랑 서초구 전세 비교해줘"),
    Planted("real_estate", "마포구 아파트 전세 시세", "권리금이 뭐예요?"),
    Planted("real_estate", "강남구 아파트 시세", "국민은행 전세대출 금리"),
    # homes and shops
    Planted("real_estate", "상가 임차인은 몇 년까지 갱신을 요구할 수 있어?", "주택은?"),
    Planted("real_estate", "가게 월세 몇 달 밀리면 해지돼?", "주택은?"),
    Planted("real_estate", "전월세 신고 기한은?", "상가 월세는 몇 달 밀리면 해지돼?"),
    # another article
    Planted("real_estate", "민법 제618조는?", "제623조는?"),
    Planted("real_estate", "민법 제623조는?", "제652조는?"),
    # another bank, the price of something else, another place
    Planted("real_estate", "국민은행 전세대출 금리", "신한은 어때?"),
    Planted("real_estate", "카카오뱅크 전세대출 금리", "하나은행은?"),
    Planted("real_estate", "강남구 아파트 시세", "휘발유 가격은?"),
    Planted("real_estate", "마포구 전세 시세", "경유값은?"),
    Planted("real_estate", "강남구 아파트 시세", "서초구는?"),
    Planted("real_estate", "대구 달서구 아파트 시세 알려줘", "수성구는 얼마야?"),
    Planted("real_estate", "마포구 아파트 전세 얼마야", "매매는?"),
    # nothing is asked
    Planted("real_estate", "전세자금대출 금리 비교해줘", "ㅎㅎ 알겠음"),
    Planted("handbook", "When is payday?", "ok got it"),
]

RIGHT = [
    # of what was shown
    Planted("real_estate", "대구 달서구 아파트 시세 알려줘", "그 지역 평균 시세를 다시 요약해줘"),
    Planted("real_estate", "대구 달서구 아파트 시세 알려줘", "평균은 얼마야?"),
    Planted("real_estate", "전세자금대출 금리 비교해줘", "그중 제일 낮은 건?"),
    Planted("real_estate", "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?", "방금 말한 5%가 무슨 뜻이야?"),
    Planted("real_estate", "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?", "더 쉽게 설명해줘"),
    Planted("real_estate", "묵시적 갱신이 뭐야?", "한 문장으로 줄여줘"),
    Planted("handbook", "When is payday?", "Put that in simpler words"),
    Planted("handbook", "Can I accept gifts?", "Where does it say that?"),
    # the same question in other words
    Planted("real_estate", "복비는 누가 얼마까지 내?", "중개보수는 누가 부담하나요?"),
    Planted("real_estate", "묵시적 갱신이 뭐야?", "묵시적 갱신을 설명해줘"),
    Planted("real_estate", "대구 달서구 아파트 시세 알려줘", "달서구 아파트값 얼마야?"),
    Planted("real_estate", "확정일자는 어디서 받아요?", "확정일자 받는 곳 알려줘"),
    Planted("handbook", "When is payday?", "On which day are salaries paid?"),
    Planted("handbook", "How long is probation?", "What is the length of the probation period?"),
    Planted("handbook", "Can I bring my dog?", "Are dogs allowed in the office?"),
    Planted("water_treatment", "비상발전기 용량은?", "비상발전기 용량이 얼마나 돼?"),
    # other rows and columns of the same data
    Planted("real_estate", "마포구 아파트 전세 얼마야", "중위값은?"),
    Planted("real_estate", "강남구 아파트 매매가", "거래는 몇 건이야?"),
    Planted("real_estate", "청년 전세대출 금리", "한도는?"),
    Planted("real_estate", "신혼부부 전세대출 알려줘", "금리는 얼마야?"),
    # the rest of what the passage says
    Planted("real_estate", "묵시적 갱신이 뭐야", "그럼 몇 년 연장돼?"),
    Planted("real_estate", "집주인이 수리 안 해주면", "보일러도 해당돼?"),
    Planted("real_estate", "갱신요구권 설명해줘", "거절할 수 있는 이유는?"),
    Planted("handbook", "how much annual leave do I get", "and after 6 years?"),
    Planted("handbook", "what do we pay for mileage", "and for a bicycle?"),
    Planted("handbook", "how fast must a SEV1 be answered", "and a SEV2?"),
    Planted("water_treatment", "취수펌프 제원 알려줘", "그럼 양정은?"),
    Planted("water_treatment", "잔류염소 관리 범위", "저농도 경보는 얼마에서 울려?"),
    Planted("water_treatment", "송수펌프 제원", "효율은?"),
    Planted("water_treatment", "배수지 용량", "온들은?"),
]
