/** A button with a menu: arrow keys go round, a letter goes to what begins with it, Escape gives the focus back. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Icon, type IconName } from "./icons";

export interface MenuItem {
  label: string;
  icon: IconName;
  /** It takes something away. */
  danger?: boolean;
  /** A file that the service gives. */
  href?: string;
  act?(): void;
}

interface Props {
  /** What the button is called. */
  label: string;
  /** What the list is called. */
  name: string;
  items: MenuItem[];
}

const MARGIN = 8;

export function Menu({ label, name, items }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const close = (back: boolean) => (setOpen(false), back && button.current?.focus({ preventScroll: true }));
  useEffect(() => {
    if (!open) return;
    place(list.current!, button.current!);
    entries(list.current!)[0]?.focus({ preventScroll: true });
    const elsewhere = (event: Event) => !(event.target instanceof Node && (list.current?.contains(event.target) || button.current?.contains(event.target))) && setOpen(false);
    // It stands where its button stood: what moves under it takes it away.
    const moved = () => setOpen(false);
    document.addEventListener("pointerdown", elsewhere, true);
    document.addEventListener("scroll", elsewhere, true);
    addEventListener("resize", moved);
    return () => (document.removeEventListener("pointerdown", elsewhere, true), document.removeEventListener("scroll", elsewhere, true), removeEventListener("resize", moved));
  }, [open]);
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const all = entries(list.current!);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: (at + 1) % all.length, ArrowUp: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Tab") return close(true);
    if (event.key === "Escape") (event.preventDefault(), close(true));
    else if (to !== undefined) (event.preventDefault(), all[to]?.focus());
    else if (event.key.length === 1 && event.key !== " ") [...all.slice(at + 1), ...all].find((one) => one.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    // Nothing of it is a shortcut of the page or of what stands around.
    event.stopPropagation();
  };
  // A link that is gone before the browser follows it leads nowhere: it stays for a moment.
  const chosen = (item: MenuItem) => (close(true), item.act?.());
  return (
    <>
      <button type="button" className="square" ref={button} aria-haspopup="menu" aria-expanded={open} aria-label={label} title={label} onClick={() => setOpen(!open)}
        onKeyDown={(event) => !open && (event.key === "ArrowDown" || event.key === "ArrowUp") && (event.preventDefault(), setOpen(true))}><Icon name="more" small /></button>
      {open && (
        <div className="menu" role="menu" aria-label={name} ref={list} onKeyDown={pressed}>
          {items.map((item) => item.href === undefined
            ? <button type="button" role="menuitem" tabIndex={-1} key={item.label} className={item.danger ? "danger" : undefined} onClick={() => chosen(item)}><Icon name={item.icon} small />{item.label}</button>
            : <a role="menuitem" tabIndex={-1} key={item.label} href={item.href} download="" onClick={() => setTimeout(() => close(true))}><Icon name={item.icon} small />{item.label}</a>)}
        </div>
      )}
    </>
  );
}

const entries = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>("[role=menuitem]")];

/** Below its button, or above where there is no room; never over the window's edge. */
function place(list: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const below = at.bottom + 4 + height + MARGIN <= innerHeight;
  list.style.left = `${Math.max(MARGIN, Math.min(at.left, innerWidth - width - MARGIN))}px`;
  list.style.top = `${Math.max(MARGIN, below ? at.bottom + 4 : at.top - 4 - height)}px`;
}
