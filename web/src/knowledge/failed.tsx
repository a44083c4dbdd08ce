/** What did not come: what was asked wrongly is said, the rest can be tried again. */
import type { Asked } from "../parts/asked";
import { Icon } from "../parts/icons";
import { useWords } from "../words";
import { failureIn } from "../words/failures";

export function Failed({ asked: { error, again } }: { asked: Pick<Asked<unknown>, "error" | "again"> }) {
  const words = useWords();
  if (error === null) return null;
  const explained = error.status > 0 && error.status < 500;
  return <p className="strip bad" role="alert"><Icon name="info" /><span>{explained ? failureIn(words.language, error) : words.failedLoad}</span>{!explained && <button type="button" className="link" onClick={again}>{words.retry}</button>}</p>;
}
