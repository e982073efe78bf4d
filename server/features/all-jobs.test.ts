import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allJobs } from "./all-jobs.ts";

const project = join(import.meta.dirname, "../..");
const registered = allJobs.map(({ name }) => name).sort();

test("every job that is defined runs", () => {
  const sources = globSync("server/**/*.ts", { cwd: project }).filter((path) => !path.endsWith(".test.ts"));
  const defined = sources.flatMap((path) =>
    [
      ...readFileSync(join(project, path), "utf8").matchAll(
        /(?:define(?:Scheduled)?Job\(\{\s*name: |defineUnfinished\(\s*)"([^"]+)"/g,
      ),
    ].map(([, name]) => name),
  );
  expect(defined.sort(), "add the job to `jobs` in the index.ts of its feature").toEqual(registered);
});

test("docs/subjects.md lists every job", () => {
  const text = readFileSync(join(project, "docs/subjects.md"), "utf8");
  const [, section = ""] = /^## Jobs$(.*?)^##/ms.exec(text) ?? [];
  const listed = [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(listed.sort(), "the table of jobs in docs/subjects.md").toEqual(registered);
});
