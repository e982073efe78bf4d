import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
/** How the code locks rows, or a key: locks that are shared are not looked at. */
const lock = /\.for(?:NoKey)?Update\(|\bfor (?:no key )?update\b|pg_(?:try_)?advisory_xact_lock\(/;

test("quality: docs/subjects.md names each file that takes a lock, in the order of locks or among the others", () => {
  const files = globSync("server/{db,features}/**/*.ts", { cwd: root }).filter(
    (path) => !/\.test\.|\/test-/.test(path),
  );
  const code = (path: string) => readFileSync(join(root, path), "utf8").replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, "");
  const locking = files
    .filter((path) => lock.test(code(path)))
    .map((path) => path.replace(/^server\/(?:features\/)?/, ""));
  const [, section = ""] =
    /^## Locks\n([\s\S]+?)^## /m.exec(readFileSync(join(root, "docs/subjects.md"), "utf8")) ?? [];
  const named = [...section.matchAll(/`((?!server\/)[\w/-]+\.ts)`/g)].map(([, path = ""]) => path);
  expect(
    locking.filter((path) => !named.includes(path)),
    "Locks in docs/subjects.md: name the file in the row of its lock, or below",
  ).toEqual([]);
  expect(
    named.filter((path) => !locking.includes(path)),
    "Locks in docs/subjects.md: these take none",
  ).toEqual([]);
});
