import { expect, test } from "vitest";
import type { QueuedCase } from "#contract/office.ts";
import type { QueueWords } from "./queue-page.tsx";
import { offerMeasure, offerMeasures } from "./queues.tsx";

const key = (text: string) => text;
const words = { t: key, file: key } as unknown as QueueWords;
const person = (id: string, fictional = false) => ({ id, name: `Name of ${id}`, fictional });
const viktor = person("viktor");
const reports = [
  { reason: "scam", reporter: person("maud"), reported: viktor },
  { reason: "scam", reporter: person("maud"), reported: viktor },
  { reason: "harassment", reporter: person("olga"), reported: viktor },
  { reason: "scam", reporter: person("demo", true), reported: viktor },
];
const appeal = { id: "a1", member: viktor, reports } as unknown as QueuedCase;

test("D11.2 if the decision on a fraud stands, staff are led to write to the members who may have lost money, each once", () => {
  expect(offerMeasures(words, appeal, "rejected")).toEqual({
    title: "follow.victims",
    links: [{ to: "/staff/members/maud#write", name: "write.title · Name of maud" }],
  });
  const insulted = { ...appeal, reports: reports.slice(2, 3) } as unknown as QueuedCase;
  expect(offerMeasures(words, insulted, "rejected")).toBeNull();
  expect(offerMeasures(words, appeal, "upheld")?.links.map(({ to }) => to)).toContain("/staff/members/maud#measure");
});

test("D11.2 the measure offered after a rejection names its member, and begins with the reason of that", () => {
  const item = { id: "p1", member: person("bram") } as unknown as Parameters<typeof offerMeasure>[1];
  expect(offerMeasure(words, item, "advertising")?.links).toEqual([
    {
      ...{ to: "/staff/members/bram#measure", name: "measure.title · Name of bram" },
      preset: { measure: "warned", ground: "advertising", words: "" },
    },
  ]);
  expect(offerMeasure(words, item, "hatred")?.links[0]?.preset?.ground).toBe("hatred");
  expect(offerMeasure(words, item, "approved")).toBeNull();
});
