/** The first page: what this does, in three glyphs, and questions to begin with. */
import type { PackOut } from "../generated/http";
import { useWords } from "../words";
import { Glyph, Icon } from "./icons";

const GLYPHS = ["search", "reuse", "ask"] as const;
const EXAMPLES = 4;

/** Takes the room of the examples until they are here: what stands above does not move. */
function Room() {
  return Array.from({ length: EXAMPLES }, (_, at) => <li key={at}><button type="button" disabled>{"\u00a0"}</button></li>);
}

export function Hello({ pack, ask }: { pack: PackOut | undefined; ask(content: string): void }) {
  const words = useWords();
  const own = pack?.examples.filter((example) => example.language === words.language) ?? [];
  const examples = (own.length > 0 ? own : (pack?.examples ?? [])).slice(0, EXAMPLES);
  return (
    <div className="hello">
      <h2>{words.hello[0]}<br />{words.hello[1]}</h2>
      <p className="lead">{words.lead}</p>
      <div className="ways">
        {words.how.map(([name, text], at) => (
          <div key={name}><Glyph name={GLYPHS[at]!} tint={GLYPHS[at]!} /><h3>{name}</h3><p>{text}</p></div>
        ))}
      </div>
      {(pack === undefined || examples.length > 0) && (
        <section className="examples" aria-labelledby="examples" aria-hidden={pack === undefined}>
          <h3 id="examples">{words.startWith}</h3>
          <ul>{pack === undefined ? <Room /> : examples.map((example) => <li key={example.text}><button type="button" onClick={() => ask(example.text)}><Icon name="right" /><span>{example.text}</span></button></li>)}</ul>
        </section>
      )}
    </div>
  );
}
