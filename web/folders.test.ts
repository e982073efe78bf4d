import { expect, test } from "vitest";
import {
  componentsOf,
  describeCycle,
  graphOf,
  readDocument,
  readImports,
  shortestCycle,
  web,
} from "../scripts/folder-graph.ts";

const graph = graphOf(readImports(web));
const importsOf = (folder: string) => Object.keys(graph[folder] ?? {});

test("the folders import each other without cycles", () => {
  const [largest = []] = componentsOf(graph);
  const cycle = describeCycle(shortestCycle(graph));
  expect(largest, `${largest.join(", ")} need each other: ${cycle}`).toHaveLength(1);
});

test("lib needs no other folder, ui only lib", () => {
  expect(importsOf("lib")).toEqual([]);
  expect(importsOf("ui")).toEqual(["lib"]);
});

test("docs/architecture.md shows the folders as they are", () => {
  const { found, wanted } = readDocument();
  expect(found === wanted, "write them anew: npm run docs:folders").toBe(true);
});
