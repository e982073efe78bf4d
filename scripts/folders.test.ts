import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { buildGraph, describeCycles, features, ownFiles, readDocument, readImports, web } from "./folder-graph.ts";

const project = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(project, path), "utf8");

test.each([web, features])("the folders of $root import each other without cycles", (tree) => {
  expect(describeCycles(buildGraph(readImports(tree)))).toBe("");
});

test("web/lib imports no other folder of web/, web/ui only lib", () => {
  const graph = buildGraph(readImports(web));
  expect(Object.keys(graph.lib ?? {})).toEqual([]);
  expect(Object.keys(graph.ui ?? {})).toEqual(["lib"]);
});

test("the areas of server/features stand on seven floors, with seven hooks", () => {
  const graph = buildGraph(readImports(features));
  const floorOf = (area: string): number =>
    1 + Math.max(0, ...Object.keys(graph[area] ?? {}).map((target) => floorOf(target)));
  const areas = Object.keys(graph).filter((folder) => folder !== ownFiles);
  expect(Math.max(...areas.map(floorOf))).toBeLessThanOrEqual(7);
  const hooks = readFileSync(join(import.meta.dirname, "../server/hooks.ts"), "utf8");
  const declared = /export type Hooks = \{([\s\S]*?)\n\};/.exec(hooks)?.[1]?.match(/^ {2}\w+\(/gm);
  expect(declared).toHaveLength(7);
});

test("an area imports only the index.ts of another one", () => {
  const others = readImports(features).filter(
    ({ from, to }) => from.includes("/") && to.includes("/") && from.split("/")[0] !== to.split("/")[0],
  );
  expect(others.filter(({ to }) => !to.endsWith("/index.ts"))).toEqual([]);
});

test("server/features/index.ts lists every area, from the bottom to the top", () => {
  const graph = buildGraph(readImports(features));
  const areas = Object.keys(graph).filter((folder) => folder !== ownFiles);
  const list = readFileSync(join(import.meta.dirname, "../server/features/index.ts"), "utf8");
  const listed = [...(list.split("readonly Feature[] = [")[1] ?? "").matchAll(/^ {2}(\w+),$/gm)].map(
    ([, name]) => name,
  );
  expect([...listed].sort()).toEqual(areas.sort());
  for (const [area, targets] of Object.entries(graph)) {
    if (area === ownFiles) continue;
    for (const target of Object.keys(targets)) {
      expect(listed.indexOf(target), `${area} imports ${target}: list it first`).toBeLessThan(listed.indexOf(area));
    }
  }
});

test("docs/architecture.md shows the folders as they are", () => {
  const { text, redrawn } = readDocument();
  expect(text === redrawn, "docs/architecture.md is out of date: npm run docs:folders").toBe(true);
});

/** Files beside the stores that hold parts of the statements of a search or a seed, or which rows are kept how long. */
const statementParts = [
  "account/index.ts",
  "advertising/index.ts",
  "chat/index.ts",
  "moderation/index.ts",
  "payments/index.ts",
  "profiles/matching/packed-side.ts",
  "profiles/matching/wants-viewer.ts",
  "search/conditions.ts",
  "search/count.ts",
  "search/earth.ts",
  "search/facts.ts",
  "search/gather.ts",
  "search/order.ts",
  "search/score.ts",
  "search/walk.ts",
  "sites/seed-demo.ts",
];

test("the SQL of a feature is in its stores", () => {
  const folder = join(import.meta.dirname, "..", features.root);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !/(^|[/-])store\.ts$|\.test\.ts$|(^|\/)test-/.test(path),
  );
  const query = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^>]*>)?`/;
  const outsiders = files.filter((path) => query.test(readFileSync(join(folder, path), "utf8")));
  expect(outsiders.sort(), "move the statement into a store.ts or …-store.ts of the feature").toEqual(statementParts);
});

test("a folder with several stores names each by its tables", () => {
  const folder = join(import.meta.dirname, "../server");
  const stores = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /[/-]store\.ts$/.test(path),
  );
  const crowded = (path: string) => stores.filter((each) => dirname(each) === dirname(path)).length > 1;
  expect(stores.filter((path) => path.endsWith("/store.ts") && crowded(path))).toEqual([]);
});

/**
 * Tables that several areas write. `accounts` and `profiles` hold what many areas know about a member, each its own
 * columns; a paid message and its charge are one statement (0004), so the chat writes the purse too. One job forgets
 * sub ids wherever they are (0054).
 */
const writtenBySeveral: Record<string, string[]> = {
  accounts: ["account", "auth", "moderation", "notifications", "privacy"],
  profiles: ["account", "chat", "moderation", "payments", "profiles", "search"],
  wallets: ["chat", "credits"],
  ledger: ["chat", "credits"],
  signup_tracking: ["account", "advertising"],
};

/** The same in each area that has it, like `index.ts`. */
const sameInAreas = ["memberData"];

test("an exported name means one thing in server/ and contract/; a call and its use case share theirs", () => {
  const exported = /^export (?:async )?(?:function|const|type|class) (\w+)\b(?! = defineCall\()/gm;
  const filesByName = new Map<string, string[]>();
  for (const root of ["server", "contract"]) {
    const folder = join(import.meta.dirname, "..", root);
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(".ts") || /\.test\.ts$|(^|\/)test-|^db\/tables\.ts$/.test(path)) continue;
      for (const [, name = ""] of readFileSync(join(folder, path), "utf8").matchAll(exported))
        filesByName.set(name, [...(filesByName.get(name) ?? []), `${root}/${path}`]);
    }
  }
  expect(filesByName.size).toBeGreaterThan(2_000);
  const shared = [...filesByName].filter(([name, files]) => files.length > 1 && !sameInAreas.includes(name));
  expect(Object.fromEntries(shared), "give one of the two another name").toEqual({});
});

test("each name that the contract exports is used: the list of all calls imports whole files, so knip does not see it", () => {
  const paths = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { cwd: project, encoding: "utf8" }).split("\n");
  const texts = paths
    .filter((path) => path && existsSync(join(project, path)))
    .map((path) => ({ path, text: read(path) }));
  const uses = new Map<string, number>();
  for (const { text } of texts)
    for (const word of text.match(/[A-Za-z_]\w*/g) ?? []) uses.set(word, (uses.get(word) ?? 0) + 1);
  const exported = texts
    .filter(({ path }) => path.startsWith("contract/"))
    .flatMap(({ text }) => [...text.matchAll(/^export (?:const|type|function) (\w+)/gm)].map(([, name = ""]) => name));
  expect(exported.length).toBeGreaterThan(1_000);
  expect(exported.filter((name) => uses.get(name) === 1)).toEqual([]);
});

test("an area writes its own tables", () => {
  const folder = join(import.meta.dirname, "..", features.root);
  const writers = new Map<string, Set<string>>();
  const tables = readFileSync(join(import.meta.dirname, "../server/db/tables.ts"), "utf8");
  const tableNames = new Set([...tables.matchAll(/^ {2}"?(\w+)"?: \w+;$/gm)].map(([, table]) => table));
  const write = /\.(?:insertInto|updateTable|deleteFrom)\(\s*"(\w+)|\b(?:insert into|delete from|update) (\w+)/g;
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".ts") || /\.test\.ts$|(^|\/)test-/.test(path)) continue;
    for (const [, built, plain] of readFileSync(join(folder, path), "utf8").matchAll(write)) {
      const table = built ?? plain ?? "";
      if (tableNames.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(path.split("/")[0] ?? ""));
    }
  }
  expect(writers.size).toBeGreaterThan(80);
  const several = [...writers].filter(([, areas]) => areas.size > 1);
  expect(Object.fromEntries(several.map(([table, areas]) => [table, [...areas].sort()]))).toEqual(writtenBySeveral);
});
