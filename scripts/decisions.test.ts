import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("docs/decisions/README.md lists each decision once, in the order of their numbers", () => {
  const decisions = readdirSync("docs/decisions").filter((name) => /^\d{4}-/.test(name));
  const list = readFileSync("docs/decisions/README.md", "utf8");
  const listed = [...list.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name);
  expect(listed, "docs/decisions/README.md").toEqual(decisions.sort());
});
