import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const project = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(project, path), "utf8");

/** Proven in a browser only: the account menu, alerts of the browser, and what happens as a page loads. */
const journeyOnly = new Set(["R2.11", "R4.19", "R4.24"]);

/** The ids of requirements and decisions at the beginning of test titles, each with the first such title. */
function idsIn(paths: string[]): Map<string, string> {
  const titles = paths.flatMap((path) =>
    [...read(path).matchAll(/["'`](?=([^"\n]*))((?:@?[\w-]+ )*?(?:[RD]\d+\.\d+ )+)/g)].flatMap(([, title, ids = ""]) =>
      (ids.match(/[RD]\d+\.\d+/g) ?? []).map((id) => [id, `${path}: ${title}`] as const),
    ),
  );
  return new Map(titles.reverse());
}

const unitTests = globSync("{contract,server,web,demo,scripts,bench,locales}/**/*.test.{ts,tsx}", { cwd: project });
const quick = idsIn(unitTests.filter((path) => !path.includes(".slow.")));
const journeys = idsIn(globSync("e2e/*.spec.ts", { cwd: project }));
const listed = [...read("docs/requirements.md").matchAll(/^- ([RD]\d+\.\d+) /gm)].map(([, id = ""]) => id);
const requirements = listed.filter((id) => id.startsWith("R"));

test("quality: npm test proves each requirement that needs no browser", () => {
  expect(requirements.length).toBeGreaterThan(100);
  expect(requirements.filter((id) => !quick.has(id) && !journeyOnly.has(id))).toEqual([]);
});

test("quality: a journey proves each requirement that needs a browser", () => {
  expect([...journeyOnly].filter((id) => !journeys.has(id))).toEqual([]);
});

test("quality: each id in a title of a test stands in docs/requirements.md", () => {
  const all = idsIn([...unitTests, ...globSync("e2e/*.spec.ts", { cwd: project })]);
  expect([...all].filter(([id]) => !listed.includes(id)).map(([, title]) => title)).toEqual([]);
});
