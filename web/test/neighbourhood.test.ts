import { expect, test } from "vitest";
import { nearOf } from "../src/figure/neighbourhood";
import type { EntityNodeOut, EntityOut, RelatedOut } from "../src/generated/http";

const entity = (entity_id: string, type: string, name: string): EntityOut => ({ entity_id, type, name, spec: "", unit: "", base_quantity: "", section: "", aliases: [], text: "" });
const related = (at: number): RelatedOut => ({ relation: "NEEDS", outgoing: true, quantity: "0.5", unit: "h", entity: entity(`E-${at}`, "Part", `part ${at}`) });
const node = (count: number): EntityNodeOut => ({
  pack: "shop", source: "goods", entity: entity("P-1", "Product", "lamp"), path: [], relations: Array.from({ length: count }, (_, at) => related(at)),
  relation_count: count, type_labels: { Part: { ko: "부품", en: "part" } }, relation_labels: { NEEDS: { ko: "필요", en: "Needs" } }, example: false,
});

test("thirty nodes are drawn at most", () => {
  expect(nearOf(node(80), "ko")).toHaveLength(30);
});

test("a relation is called in the person's language, with its amount", () => {
  expect(nearOf(node(1), "ko")[0]).toMatchObject({ relation: "필요", amount: "0.5h" });
  expect(nearOf(node(1), "en")[0]?.relation).toBe("Needs");
});
