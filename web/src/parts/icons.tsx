/** Icons are strokes in the text's colour; glyphs are the four answers to "where is this from", each a shape of its own. */

const PATHS = {
  plus: "M8 3.2v9.6M3.2 8h9.6",
  find: "M11.4 7.1a4.3 4.3 0 1 1-8.6 0 4.3 4.3 0 0 1 8.6 0zM10.3 10.3l3.2 3.2",
  down: "M4.2 6.3L8 10.1l3.8-3.8",
  up: "M4.2 9.7L8 5.9l3.8 3.8",
  right: "M6.3 4.2l3.8 3.8-3.8 3.8",
  left: "M9.7 4.2L5.9 8l3.8 3.8",
  send: "M8 13.2V3.1M3.9 7.2L8 3.1l4.1 4.1",
  stop: "M5 5h6v6H5z",
  copy: "M5.8 7.3c0-.8.7-1.5 1.5-1.5h4.4c.8 0 1.5.7 1.5 1.5v4.4c0 .8-.7 1.5-1.5 1.5H7.3c-.8 0-1.5-.7-1.5-1.5zM10.2 5.8V4.3c0-.8-.7-1.5-1.5-1.5H4.3c-.8 0-1.5.7-1.5 1.5v4.4c0 .8.7 1.5 1.5 1.5h1.5",
  again: "M13 8.2a5 5 0 1 1-1.5-3.8L13.2 6M13.2 2.8V6H10",
  good: "M5.2 7.3l2.5-4.5c.8 0 1.5.7 1.5 1.5v2.3h2.9c.8 0 1.4.8 1.2 1.6l-1 3.7c-.2.6-.7 1.1-1.4 1.1H5.2zM5.2 7.3H3v5.7h2.2",
  poor: "M10.8 8.7l-2.5 4.5c-.8 0-1.5-.7-1.5-1.5V9.4H3.9c-.8 0-1.4-.8-1.2-1.6l1-3.7C3.9 3.5 4.4 3 5.1 3h5.7zM10.8 8.7H13V3h-2.2",
  close: "M4.2 4.2l7.6 7.6M11.8 4.2l-7.6 7.6",
  layers: "M8 2.4l5.6 2.9L8 8.2 2.4 5.3zM2.4 8.1L8 11l5.6-2.9M2.4 10.8L8 13.7l5.6-2.9",
  link: "M6.7 9.3l2.6-2.6M7.1 4.7l1.2-1.2a3 3 0 0 1 4.2 4.2l-1.2 1.2M8.9 11.3l-1.2 1.2a3 3 0 0 1-4.2-4.2l1.2-1.2",
  menu: "M2.8 4.4h10.4M2.8 8h10.4M2.8 11.6h6.6",
  gear: "M2.8 4.9h6.3M12.3 4.9h.9M2.8 11.1h.9M6.9 11.1h6.3M12.3 4.9a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0zM6.9 11.1a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0z",
  pen: "M10.9 3l2.1 2.1-7.4 7.4-2.8.7.7-2.8z",
  info: "M13.6 8A5.6 5.6 0 1 1 2.4 8a5.6 5.6 0 0 1 11.2 0zM8 7.5v3.2M8 5.2v.05",
  clip: "M12.8 7.5l-4.9 4.9a3.1 3.1 0 0 1-4.4-4.4l5.2-5.2a2 2 0 0 1 2.9 2.9l-5.1 5.1a1 1 0 0 1-1.4-1.4l4.5-4.5",
  bin: "M3 4.6h10M6.2 4.6V3.2h3.6v1.4M4.4 4.6l.5 8.2h6.2l.5-8.2M6.9 7.2v3.2M9.1 7.2v3.2",
  check: "M3.3 8.5l3 3 6.4-6.9",
  chart: "M3 13V8.6M8 13V3.6M13 13V6.5",
  more: "M3.6 8h.05M8 8h.05M12.4 8h.05",
  pin: "M6 2.8h4M6.6 2.8v3.6L4.6 8.6v1h6.8v-1L9.4 6.4V2.8M8 9.6v3.8",
  box: "M2.8 3.4h10.4v2.8H2.8zM3.6 6.2v6.4h8.8V6.2M6.4 8.6h3.2",
  file: "M4.2 2.6h4.6l3 3v7.8H4.2zM8.6 2.8v3h3",
  print: "M4.8 5.6V2.8h6.4v2.8M4.8 11.2H2.8V5.6h10.4v5.6h-2M4.8 9.2h6.4v4H4.8z",
  lock: "M3.8 7.2h8.4v6H3.8zM5.4 7.2V5.4a2.6 2.6 0 0 1 5.2 0v1.8M8 9.6v1.4",
  book: "M2.8 3.2h3.4c1 0 1.8.8 1.8 1.8v8c0-.7-.6-1.2-1.3-1.2H2.8zM13.2 3.2H9.8C8.8 3.2 8 4 8 5v8c0-.7.6-1.2 1.3-1.2h3.9z",
  mic: "M8 2.6a1.9 1.9 0 0 1 1.9 1.9v3a1.9 1.9 0 0 1-3.8 0v-3A1.9 1.9 0 0 1 8 2.6zM4 7.4a4 4 0 0 0 8 0M8 11.4v2",
  sound: "M3 6.4v3.2h2.2L8.2 12V4L5.2 6.4zM10.4 6.2a2.6 2.6 0 0 1 0 3.6M12 4.6a5 5 0 0 1 0 6.8",
  keys: "M2.6 4.4h10.8v7.2H2.6zM5 6.9h.05M8 6.9h.05M11 6.9h.05M5.6 9.3h4.8",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, small }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? "icon small" : "icon"} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

export type GlyphName = "reuse" | "partial" | "search" | "ask" | "bad" | "none";

export function Glyph({ name, tint }: { name: GlyphName; tint?: string }) {
  return (
    <svg className="glyph" viewBox="0 0 16 16" aria-hidden="true" style={tint ? { color: `var(--${tint})` } : undefined}>
      {SHAPES[name]}
    </svg>
  );
}

const ring = { cx: 8, cy: 8, r: 6.2, fill: "none", stroke: "currentColor", strokeWidth: 1.6 };
const stroke = { fill: "none", stroke: "currentColor", strokeWidth: 1.6, strokeLinecap: "round" as const };
const SHAPES = {
  reuse: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="M4.9 8.2l2.2 2.1 4-4.3" {...stroke} strokeLinejoin="round" style={{ stroke: "var(--check)" }} />
    </>
  ),
  partial: (
    <>
      <circle {...ring} />
      <path d="M3.5 8a4.5 4.5 0 0 0 9 0z" fill="currentColor" />
    </>
  ),
  search: (
    <>
      <circle {...ring} cx="7" cy="7" r="4.8" />
      <path d="M10.7 10.7L14 14" {...stroke} strokeWidth="1.8" />
    </>
  ),
  ask: (
    <>
      <circle {...ring} />
      <path d="M6.2 6.4c.2-1 1-1.5 1.9-1.5 1 0 1.8.6 1.8 1.5 0 1.3-1.8 1.5-1.8 2.6" {...stroke} strokeWidth="1.5" />
      <circle cx="8.1" cy="11.1" r=".95" fill="currentColor" />
    </>
  ),
  bad: (
    <>
      <circle {...ring} />
      <path d="M5.9 5.9l4.2 4.2M10.1 5.9l-4.2 4.2" {...stroke} />
    </>
  ),
  none: <circle {...ring} strokeDasharray="2.6 2.3" />,
};

export function Mark() {
  return (
    <svg className="glyph" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" style={{ fill: "var(--ink)" }} />
      <circle cx="16" cy="16" r="9" fill="none" strokeWidth="2.1" style={{ stroke: "var(--on-ink)" }} />
      <path d="M10.3 15a5.8 5.8 0 0 0 11.4 0z" style={{ fill: "var(--drop)" }} />
    </svg>
  );
}
