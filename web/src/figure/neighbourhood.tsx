/** What hangs on a thing of the pack's graph, as a picture: at most thirty nodes, each a button that goes on from there. */
import { useEffect, useRef, useState } from "react";
import type { EntityNodeOut, EntityOut } from "../generated/http";
import { request } from "../http";
import { useLooks } from "../settings";
import { useWords } from "../words";
import "./neighbourhood.css";

const MOST = 30;

interface Near {
  entity: EntityOut;
  relation: string;
  amount: string;
}

export default function Neighbourhood({ entityId }: { entityId: string }) {
  const words = useWords();
  const { language } = useLooks();
  const [at, setAt] = useState(entityId);
  const [node, setNode] = useState<EntityNodeOut | null>(null);
  const [failed, setFailed] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const went = useRef(false);
  // The button that was pressed is gone with the node it stood at: who goes on by keyboard or hears the page is put on the new one.
  useEffect(() => {
    if (went.current && node !== null) figure.current?.focus();
  }, [node]);
  const go = (to: string): void => {
    went.current = true;
    setAt(to);
  };
  useEffect(() => {
    let gone = false;
    setFailed(false);
    request<EntityNodeOut>("GET", `/api/graph/${encodeURIComponent(at)}`)
      .then((found) => !gone && setNode(found))
      .catch(() => !gone && setFailed(true));
    return () => {
      gone = true;
    };
  }, [at]);
  if (failed) return <p className="note">{words.graphUnread}</p>;
  if (node === null) return <p className="note quiet" role="status">{words.graphReading}</p>;
  const near = nearOf(node, language);
  return (
    <figure className="neighbourhood" ref={figure} tabIndex={-1} aria-label={words.graphOf(called(node.entity))}>
      <ol className="way" aria-label={words.graphPath}>
        {node.path.map((one) => (
          <li key={one.entity_id}><button type="button" className="link" onClick={() => go(one.entity_id)}>{called(one)}</button></li>
        ))}
        <li aria-current="true">{called(node.entity)}</li>
      </ol>
      <div className="around">
        {groupsOf(near).map(([relation, members]) => (
          <section key={relation}>
            <h3>{relation}</h3>
            <ul>
              {members.map((one) => (
                <li key={one.entity.entity_id}>
                  <button type="button" onClick={() => go(one.entity.entity_id)} title={one.entity.text || called(one.entity)}>
                    <span>{called(one.entity)}</span>
                    {one.amount !== "" && <b>{one.amount}</b>}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <figcaption>
        {words.graphShown(near.length, node.relation_count)}
        {at !== entityId && <button type="button" className="link" onClick={() => go(entityId)}>{words.graphBack}</button>}
      </figcaption>
    </figure>
  );
}

export function nearOf(node: EntityNodeOut, language: string): Near[] {
  const label = (labels: Record<string, string> | undefined, otherwise: string): string => labels?.[language] ?? Object.values(labels ?? {})[0] ?? otherwise;
  return node.relations.slice(0, MOST).map((one) => ({
    entity: one.entity,
    relation: label(node.relation_labels[one.relation], label(node.type_labels[one.entity.type], one.relation)),
    amount: one.quantity === null ? "" : `${one.quantity}${one.unit}`,
  }));
}

function groupsOf(near: Near[]): [string, Near[]][] {
  const found = new Map<string, Near[]>();
  for (const one of near) found.set(one.relation, [...(found.get(one.relation) ?? []), one]);
  return [...found];
}

function called(one: EntityOut): string {
  return [one.name, one.spec].filter((part) => part !== "").join(" ");
}
