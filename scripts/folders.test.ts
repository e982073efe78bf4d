import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  buildGraph,
  componentsOf,
  describeCycle,
  features,
  ownFiles,
  readDocument,
  readImports,
  shortestCycle,
  web,
} from "./folder-graph.ts";

test.each([web, features])("the folders of $root import each other without cycles", (tree) => {
  const graph = buildGraph(readImports(tree));
  const [largest = []] = componentsOf(graph);
  const cycle = describeCycle(shortestCycle(graph));
  expect(largest, `${largest.join(", ")} import each other: ${cycle}`).toHaveLength(1);
});

test("web/lib imports no other folder of web/, web/ui only lib", () => {
  const graph = buildGraph(readImports(web));
  expect(Object.keys(graph.lib ?? {})).toEqual([]);
  expect(Object.keys(graph.ui ?? {})).toEqual(["lib"]);
});

test("a feature imports only the index.ts of another one", () => {
  const others = readImports(features).filter(
    ({ from, to }) => from.includes("/") && to.includes("/") && from.split("/")[0] !== to.split("/")[0],
  );
  expect(others.filter(({ to }) => !to.endsWith("/index.ts"))).toEqual([]);
});

const declares = (feature: string) =>
  readFileSync(join(import.meta.dirname, "../server/features", feature, "index.ts"), "utf8").includes("defineFeature");

test("server/features/index.ts lists every feature that declares something", () => {
  const graph = buildGraph(readImports(features));
  const declaring = Object.keys(graph).filter((folder) => folder !== ownFiles && declares(folder));
  expect(Object.keys(graph[ownFiles] ?? {}).sort()).toEqual(declaring.sort());
});

test("docs/architecture.md shows the folders as they are", () => {
  const { found, wanted } = readDocument();
  expect(found === wanted, "docs/architecture.md is out of date: npm run docs:folders").toBe(true);
});

/** Files beside the stores that hold parts of the statements of a search or a seed. */
const statementParts = [
  "profiles/matching/percentage-in-sql.ts",
  "search/earth.ts",
  "search/fits.ts",
  "search/gather.ts",
  "search/rank-front.ts",
  "search/rank.ts",
  "search/score.ts",
  "search/walk-steps.ts",
  "sites/seed-demo.ts",
];

test("the SQL of a feature is in its stores", () => {
  const folder = join(import.meta.dirname, "..", features.root);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !/(^|[/-])store\.ts$|\.test\.ts$|(^|\/)test-/.test(path),
  );
  const query = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^>]*>)?`/;
  const found = files.filter((path) => query.test(readFileSync(join(folder, path), "utf8")));
  expect(found.sort(), "move the statement into a store.ts or …-store.ts of the feature").toEqual(statementParts);
});
