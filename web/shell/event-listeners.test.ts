import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { event } from "#contract/events.ts";

const folder = join(import.meta.dirname, "..");
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  .map((path) => readFileSync(join(folder, path), "utf8"));

test("D6.5 the pages react to each event", () => {
  const types = event.options.map(({ shape }) => shape.type.value);
  const unheard = types.filter((type) => {
    const reaction = new RegExp(`event\\.type [!=]== "${type}"|"${type}"[^\\]]*\\]\\.includes\\(event\\.type\\)`);
    return !sources.some((source) => reaction.test(source));
  });
  expect(unheard, "no file of web/ compares `event.type` with it: useLiveEvent, or applyEvent in live.tsx").toEqual([]);
});
