/** The frame of what stands on the right: one at a time; Escape closes it and gives the focus back. */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "../parts/icons";
import { useWords } from "../words";

interface Props {
  title: string;
  close(): void;
  tools?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, close, tools, children }: Props) {
  const words = useWords();
  const id = useId();
  const self = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    self.current?.querySelector<HTMLElement>("h2")?.focus();
    return () => before?.isConnected ? before.focus() : undefined;
  }, []);
  return (
    <aside className="panel" aria-labelledby={id} ref={self} onKeyDown={(event) => event.key === "Escape" && (event.stopPropagation(), close())}>
      <header>
        <h2 id={id} tabIndex={-1}>{title}</h2>
        {tools}
        <button type="button" className="square" aria-label={words.close} onClick={close}><Icon name="close" /></button>
      </header>
      <div className="inside thin-scroll" tabIndex={0} role="region" aria-label={title}>{children}</div>
    </aside>
  );
}
