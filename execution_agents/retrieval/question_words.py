"""General words of questions, Korean and English: what asks, what each of the nine types sounds like. Data, no logic.

Nothing of any domain: a pack adds its own in `dictionary.question_types`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from foundation.domains.schema.retrieving import QuestionTypeName, QuestionTypeWords

QUESTION_TYPES: Mapping[QuestionTypeName, QuestionTypeWords] = MappingProxyType(
    {
        "definition": QuestionTypeWords(
            patterns=(
                r"(이?란|란\s*게|이라는\s*것은?|이라고\s*하는\s*것은?)(\s|\?|$)",
                r"(뜻|의미|정의|개념)(이|은|을|를|가)?(\s|\?|$|무엇|뭐|뭔)",
                r"(은|는|이|가)\s*(무엇|뭐|뭔)(이|인|예|야|죠|지|가|니|을|라|\?|$)",
                r"\bwhat\s+(is|are|does)\b(?!.*\b(url|port|value|limit)\b)",
                r"\b(definition|meaning)\s+of\b|\bmean(s)?\b|\bdefine\b",
            ),
            keywords=("정의", "개념", "의미", "무엇", "definition", "meaning"),
        ),
        "procedural": QuestionTypeWords(
            patterns=(
                r"(방법|절차|순서|단계|과정)",
                r"어떻게\s*(해야|하나|하면|하는|합니까|진행|신청|설정|등록|교체|변경|처리)",
                r"(하려면|하는\s*법|신청하려|설치하려|바꾸려면)",
                r"\bhow\s+(do|can|should|to)\b",
                r"\b(steps?|procedure|process)\b",
            ),
            keywords=("방법", "절차", "순서", "단계", "신청", "how to", "procedure"),
        ),
        "numeric": QuestionTypeWords(
            patterns=(
                r"(얼마|몇\s*(개|명|번|퍼센트|프로|%|년|개월|일|시간|분|도|배|층|원)?)",
                r"(수치|값|계수|비율|농도|용량|금액|점수|퍼센트|평균|최대|최소|상한|하한|한도)(은|는|이|가|을|를)?",
                r"\bhow\s+(much|many|long|high|often|large)\b",
                r"\b(value|rate|ratio|percentage|amount|average|maximum|minimum|limit)\b",
            ),
            keywords=("수치", "값", "계수", "상관계수", "R²", "비율", "기준치", "value", "coefficient"),
        ),
        "comparative": QuestionTypeWords(
            patterns=(
                r"(차이|비교|다른\s*점|공통점|장단점)",
                r"(보다|중에|중에서|가운데)\s*(어느|어떤|무엇|더)",
                r"(와|과|랑|하고)\s*\S{1,40}\s*(의\s*)?(차이|비교|다르|다른)",
                r"\b(difference|compare|compared|versus|vs\.?|better|worse)\b",
            ),
            keywords=("차이", "비교", "대비", "difference", "compare", "compared"),
        ),
        "problem": QuestionTypeWords(
            patterns=(
                r"(문제|오류|에러|고장|장애|이상|실패|누수|경보)(이|가|를|을|은|는)?\s*(발생|생기|나|났|있|뜨|울리|나타)",
                r"(안\s*(되|돼|나오|켜|열)|되지\s*않|못\s*(하|받|쓰)|작동하지)",
                r"(해결|조치|대처|대응|원인)",
                r"\b(error|fail(s|ed|ure)?|problem|broken|trouble|fix|cause)\b",
            ),
            keywords=("문제", "오류", "고장", "원인", "해결", "조치", "error", "problem"),
        ),
        "technical_spec": QuestionTypeWords(
            patterns=(
                r"(사양|규격|스펙|제원|성능|모델명|정격|재질|치수|알고리즘|구조)",
                r"(어떤|무슨)\s*(모델|알고리즘|방식|기술|재료|장비|센서)",
                r"\b(specification|spec|model|algorithm|rated|dimensions?|material)\b",
            ),
            keywords=("사양", "규격", "모델", "알고리즘", "정격", "specification"),
        ),
        "system_info": QuestionTypeWords(
            patterns=(
                r"(?<![a-z])urls?(?![a-z])|주소|링크|접속|사이트",
                r"(계정|아이디|비밀번호|포트|(?<![a-z0-9])ip(?![a-z0-9])|서버|호스트)",
                r"\b(url|port|account|login|password|host(name)?|ip\s+address|endpoint)\b",
            ),
            keywords=("URL", "계정", "포트", "IP", "접속", "로그인", "서버", "플랫폼", "시스템", "account", "port"),
        ),
        "operational": QuestionTypeWords(
            patterns=(
                r"(운영|운전|가동|점검|관리|유지보수|모니터링|교대|일지)",
                r"(언제|얼마나\s*자주|주기)\s*\S*\s*(점검|교체|청소|확인|교정|세척)",
                r"\b(operate|operation|maintenance|inspect(ion)?|monitor(ing)?|schedule)\b",
            ),
            keywords=("운영", "운전", "점검", "관리", "유지보수", "maintenance"),
        ),
        "general": QuestionTypeWords(),
    }
)

REPEATED: Mapping[QuestionTypeName, tuple[str, ...]] = MappingProxyType(
    {
        "numeric": ("수치", "값", "계수", "상관계수", "r²", "r2", "value", "coefficient"),
        "system_info": ("url", "계정", "포트", "ip", "account", "port"),
    }
)
"""Terms that count twice in questions of these types (system 3, section 1)."""

ASKING = (
    r"(어떻게|어떤|어떠한|어떨|무엇|무슨|뭐|뭔|왜|언제|어디|누가|누구|얼마|어느)[가-힣]*"
    r"|(몇)"
    r"|(되나요?|하나요?|인가요?|있나요?|없나요?|합니까|됩니까|입니까|있습니까|설명하시오|설명해|설명|알려줘|알려|알려주세요|주세요|주십시오"
    r"|말해|말해줘|말하시오|서술하시오|궁금해요?|있는지|없는지|인지|하는지|되는지|가요|건가요|할까요|될까요|되는가|하는가|있는가|인가|해야)"
    r"|(대해|대해서|대한|관해|관해서|관한|것은|것|것인가|것인지|수|및|등|때|그|이|저|은|는|경우|되면|하면)"
)
"""Korean words that ask or join, and do not say what is asked (matched against a whole word)."""
ASKING_ENGLISH = frozenset(
    {
        "a", "an", "the", "is", "are", "was", "were", "be", "been", "do", "does", "did", "can", "could", "should",
        "would", "will", "shall", "may", "might", "must", "have", "has", "had", "i", "you", "he", "she", "it", "we",
        "they", "my", "your", "his", "her", "its", "our", "their", "me", "us", "them", "this", "that", "these",
        "those", "there", "here", "what", "which", "who", "whom", "whose", "when", "where", "why", "how", "and",
        "or", "of", "in", "on", "at", "to", "for", "from", "by", "with", "about", "as", "into", "than", "then",
        "if", "so", "not", "please", "tell", "explain", "whats", "whos", "wheres", "whens", "hows",
    }
)  # fmt: skip
"""English function words; "not" too, since it is no topic (the judges read negation for themselves)."""
