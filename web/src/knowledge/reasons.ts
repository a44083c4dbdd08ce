/** Why a file was left out, in the page's language: the readers say it in English, for programs and terminals too. */
import type { Language } from "../words";

/** What the readers say -> the same in Korean; `$1` is what stood in the brackets. */
const KO: readonly [RegExp, string][] = [
  [/locked with a password.*/, "암호가 걸려 있습니다. 암호를 풀고 저장해 주세요."],
  [/(?:holds pictures of pages and no text|if it shows pictures of pages).*/, "글자가 없는 그림입니다. 글자 인식(OCR)을 먼저 해 주세요."],
  [/page ([\d, ]+): no text there.*/, "$1쪽에는 글자가 없습니다."],
  [/(?:a )?damaged(?: PDF| or cut short)?.*/, "파일이 망가졌거나 끊겼습니다. 쓰던 프로그램에서 다시 저장해 주세요."],
  [/is damaged or cut short.*/, "파일이 망가졌거나 끊겼습니다. 쓰던 프로그램에서 다시 저장해 주세요."],
  [/names its letters by shape alone.*/, "PDF에 글자의 뜻이 없습니다. 글자 인식(OCR)을 하거나 다시 내보내 주세요."],
  [/a document with macros.*/, "매크로가 든 문서라 열지 않았습니다. .docx나 .xlsx로 저장해 주세요."],
  [/unpacks to more than.*|holds more than.*|has more than.*|is larger than.*/, "너무 큽니다. 나누어 주세요."],
  [/takes longer than (\d+) seconds.*/, "읽는 데 $1초가 넘게 걸립니다. 나누어 주세요."],
  [/declares entities.*/, "문서 프로그램이 쓰지 않는 것이 들어 있어 열지 않았습니다. 다시 저장해 주세요."],
  [/an? (?:old Office format|HWP document|RTF document|presentation).*/, "읽지 못하는 형식입니다. DOCX, HWPX, XLSX나 PDF로 저장해 주세요."],
  [/a picture;.*/, "그림입니다. 글로 옮기거나 글자 인식을 해 주세요."],
  [/a (?:ZIP archive|compressed file).*/, "압축 파일입니다. 풀어서 안에 든 것을 올려 주세요."],
  [/named (\.\w+), but its content is no.*/, "이름은 $1인데 내용은 그 형식이 아닙니다. 다시 저장해 주세요."],
  [/neither UTF-8 nor CP949.*/, "글자를 알아볼 수 없습니다. UTF-8로 저장해 주세요."],
  [/holds no text.*/, "글이 없습니다."],
  [/an empty file.*/, "빈 파일입니다. 다시 저장해 주세요."],
  [/a formula without a computed value in (\S+).*/, "$1에 계산된 값이 없습니다. 표 프로그램에서 열어 저장해 주세요."],
  [/(.+) stands in another file too, which is kept/, "$1이(가) 다른 파일에도 있어 그것을 두었습니다."],
  [/^session_id: (\d+) files are attached.*/, "이 대화에 파일이 이미 $1개 있습니다. 하나를 떼고 다시 붙여 주세요."],
  [/^body: (.+?) has \d+ characters.*/, "$1: 글이 너무 깁니다. 필요한 부분만 붙여 주세요."],
  [/^body: the headings of (.+?) repeat.*/, "$1: 되풀이되는 제목이 너무 깁니다. 필요한 부분만 붙여 주세요."],
  [/not valid CSV.*/, "올바른 CSV가 아닙니다. 표 프로그램에서 CSV로 다시 저장해 주세요."],
  [/holds nothing that .*|nothing .* takes.*/, "이 분야의 어느 출처에도 맞지 않습니다. 출처를 골라 주세요."],
];

/** The sentence in the page's language; what is not known here stays as it was said. */
export function reasonIn(language: Language, sentence: string): string {
  if (language === "en") return sentence;
  const found = KO.map(([said, translated]) => [said.exec(sentence), translated] as const).find(([match]) => match !== null);
  if (!found) return sentence;
  const [match, translated] = found as [RegExpExecArray, string];
  return `${sentence.slice(0, match.index)}${translated.replace("$1", match[1] ?? "")}`;
}
