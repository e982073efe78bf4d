import { expect, test } from "vitest";
import { buildGraph, describeCycles } from "./folder-graph.ts";

const oneWay = [
  { from: "chat/chat.tsx", to: "ui/button.tsx" },
  { from: "chat/chat.tsx", to: "chat/row.tsx" },
  { from: "ui/button.tsx", to: "lib/texts.ts" },
  { from: "root.tsx", to: "chat/chat.tsx" },
];

test("folders that import each other one way are no cycle", () => {
  const graph = buildGraph(oneWay);
  expect(Object.keys(graph).sort()).toEqual([".", "chat", "lib", "ui"]);
  expect(describeCycles(graph)).toBe("");
});

test("a cycle between folders is found, and its files are named", () => {
  const graph = buildGraph([...oneWay, { from: "lib/unread.ts", to: "chat/count.ts" }]);
  expect(describeCycles(graph)).toBe(
    "chat/chat.tsx -> ui/button.tsx, lib/unread.ts -> chat/count.ts, ui/button.tsx -> lib/texts.ts",
  );
});
