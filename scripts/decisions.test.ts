import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const decisions = readdirSync("docs/decisions").filter((name) => /^\d{4}-/.test(name));

test("docs/decisions/README.md lists each decision once, in the order of their numbers", () => {
  const list = readFileSync("docs/decisions/README.md", "utf8");
  const listed = [...list.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name);
  expect(listed, "docs/decisions/README.md").toEqual(decisions.sort());
});

test("code, migrations and documents name decisions that exist", () => {
  const numbers = new Set(decisions.map((name) => name.slice(0, 4)));
  const paths = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs", "*.css", "*.md", "*.sql"])
    .toString()
    .split("\n")
    .filter((path) => path !== "" && existsSync(path));
  const missing = paths.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/(?:\bdecisions? |\bdecisions\/|\(|, )(0[01]\d\d)(?=[),:.-])/g)]
      .filter(([, number = ""]) => !numbers.has(number))
      .map(([name]) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});
