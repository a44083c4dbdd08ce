/** A citation's chip and its card: pointing or focus opens it, Escape closes it, pressing it opens the sources. */
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { CitationOut } from "../generated/protocol";
import { age, dotted, fullTime } from "../format";
import { useWords } from "../words";
import { useNow } from "./clock";
import { Icon } from "./icons";
import { nameOf } from "./naming";

const OPENS_AFTER_MS = 150;
const CLOSES_AFTER_MS = 180;

interface Props {
  citation: CitationOut;
  /** What the pack calls the source it is from. */
  source: string;
  /** Of reused data: did its source change since? null: just found. */
  changed: boolean | null;
  open(citation: CitationOut, inDocument: boolean): void;
}

export function Citation({ citation, source, changed, open }: Props) {
  const words = useWords();
  const id = useId();
  const chip = useRef<HTMLButtonElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const timer = useRef(0);
  const [shown, setShown] = useState(false);

  const later = useCallback((to: boolean, ms: number) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setShown(to), ms);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!shown || card.current === null || chip.current === null) return;
    card.current.showPopover();
    place(card.current, chip.current);
    const away = () => setShown(false);
    const escape = (event: KeyboardEvent) => event.key === "Escape" && setShown(false);
    document.addEventListener("scroll", away, { capture: true, passive: true, once: true });
    addEventListener("resize", away, { once: true });
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("scroll", away, { capture: true });
      removeEventListener("resize", away);
      document.removeEventListener("keydown", escape);
    };
  }, [shown]);

  const touch = () => matchMedia("(hover: none)").matches;
  const pressed = () => (touch() && !shown ? setShown(true) : (setShown(false), open(citation, false)));
  return (
    <>
      <button
        ref={chip}
        type="button"
        className="cite"
        aria-label={words.citation(citation.marker, nameOf(citation, words.language))}
        aria-expanded={shown}
        aria-describedby={shown ? id : undefined}
        onMouseEnter={() => !touch() && later(true, OPENS_AFTER_MS)}
        onMouseLeave={() => later(false, CLOSES_AFTER_MS)}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && later(true, 0)}
        onBlur={(event) => !card.current?.contains(event.relatedTarget) && later(false, CLOSES_AFTER_MS)}
        onClick={pressed}
      >
        {citation.marker}
      </button>
      {shown && createPortal(
        <div
          ref={card}
          id={id}
          popover="manual"
          className="hovercard"
          role="group"
          aria-label={words.citation(citation.marker, nameOf(citation, words.language))}
          onMouseEnter={() => clearTimeout(timer.current)}
          onMouseLeave={() => !touch() && later(false, CLOSES_AFTER_MS)}
          onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && later(false, CLOSES_AFTER_MS)}
        >
          <Inside citation={citation} source={source} changed={changed} open={() => (setShown(false), open(citation, true))} />
        </div>,
        document.querySelector("main") ?? document.body,
      )}
    </>
  );
}

function Inside({ citation, source, changed, open }: Omit<Props, "open"> & { open(): void }) {
  const words = useWords();
  const now = useNow(60_000);
  return (
    <>
      <h3>{nameOf(citation, words.language)}</h3>
      <p className="meta" title={fullTime(Date.parse(citation.fetched_at), words.language)}>{dotted(`${source} · ${words.fetchedAt(age(Date.parse(citation.fetched_at), now, words.language))}`)}</p>
      <blockquote className="thin-scroll" tabIndex={0}>{citation.quote}</blockquote>
      <div className="row">
        <span className="chips">
          {citation.web && <span className="chip ask"><Icon name="info" small />{words.fromWeb(citation.as_of ?? "")}</span>}
          {citation.example && <span className="chip ask"><Icon name="info" small />{words.example}</span>}
          {changed !== null && <span className={changed ? "chip ask" : "dim"}>{changed ? words.sourceChanged : words.unchanged}</span>}
        </span>
        <button type="button" className="link" onClick={open}>{words.openDocument}</button>
      </div>
    </>
  );
}

/** Below the chip, above it where there is no room, and never over the window's edge. Phones: the sheet of the CSS. */
function place(card: HTMLElement, chip: HTMLElement): void {
  if (matchMedia("(max-width: 640px)").matches) return;
  const [at, size] = [chip.getBoundingClientRect(), card.getBoundingClientRect()];
  const below = at.bottom + 10 + size.height < innerHeight;
  card.style.top = `${below ? at.bottom + 10 : Math.max(8, at.top - 10 - size.height)}px`;
  card.style.left = `${Math.max(12, Math.min(at.left - 16, innerWidth - size.width - 12))}px`;
}
