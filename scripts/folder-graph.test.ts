import { expect, test } from "vitest";
import { buildGraph, componentsOf, describeCycle, shortestCycle } from "./folder-graph.ts";

const oneWay = [
  { from: "chat/chat.tsx", to: "ui/button.tsx" },
  { from: "chat/chat.tsx", to: "chat/row.tsx" },
  { from: "ui/button.tsx", to: "lib/texts.ts" },
  { from: "root.tsx", to: "chat/chat.tsx" },
];

test("folders that import each other one way are components of one", () => {
  const graph = buildGraph(oneWay);
  expect(Object.keys(graph).sort()).toEqual([".", "chat", "lib", "ui"]);
  expect(componentsOf(graph).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  expect(shortestCycle(graph)).toEqual([]);
});

test("a cycle between folders is found, and its files are named", () => {
  const graph = buildGraph([...oneWay, { from: "lib/unread.ts", to: "chat/count.ts" }]);
  expect(componentsOf(graph)[0]).toEqual(["chat", "lib", "ui"]);
  expect(describeCycle(shortestCycle(graph))).toBe(
    "chat/chat.tsx -> ui/button.tsx, ui/button.tsx -> lib/texts.ts, lib/unread.ts -> chat/count.ts",
  );
});
