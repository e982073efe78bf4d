import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commonErrors } from "#contract/errors.ts";
import { calls } from "./calls.ts";

const server = join(import.meta.dirname, "..");
const isTest = (file: string) => /(?:^|[/.])test[-.]/.test(file);
const code = globSync("**/*.ts", { cwd: server })
  .filter((file) => !isTest(file))
  .map((file) => readFileSync(join(server, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$|[=!]== "\w+"/gm, ""))
  .join("\n");

/** The words in statements that fail, or that return a code to the code that fails with it. */
const failing = new Set(
  [...code.matchAll(/(?:\bfail|Refused|super)\([^;]*;|\breturn [^;{]*;|\brefused: "\w+"/g)].flatMap(([statement]) =>
    [...statement.matchAll(/"(\w+)"/g)].map(([, word]) => word),
  ),
);

test("quality: the server fails with each error code that a call names", () => {
  const named = new Set(calls.flatMap(({ errors }) => errors));
  expect(
    [...named].filter((name) => !commonErrors.includes(name) && !failing.has(name)),
    "fail with it, or take it out of `errors` of the calls, of contract/errors.ts and the catalogs",
  ).toEqual([]);
});
