import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { event } from "#contract/events.ts";
import { noticeKinds } from "#contract/notifications.ts";

const glossary = readFileSync(join(import.meta.dirname, "../../docs/glossary.md"), "utf8");
const rows = [...glossary.matchAll(/^\| .+ \|$/gm)].map(([row]) => row);
const named = new Set(
  rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)]).flatMap(([, code = ""]) => code.match(/\w+/g) ?? []),
);

// what a table holds says `docs/privacy.md`, and a test that it names each
test("quality: the glossary names each event", () => {
  const events = event.options.map(({ shape }) => shape.type.value);
  expect(
    events.filter((name) => !named.has(name)),
    "docs/glossary.md: add a row, or the name to `found as` of the row that it belongs to",
  ).toEqual([]);
});

test("quality: the glossary has the words of each kind of notice in eleven languages", () => {
  const [, onScreens = ""] = glossary.split("## On the screens");
  expect(
    noticeKinds.filter((kind) => !new RegExp(`^\\| ${kind}\\b`, "m").test(onScreens)),
    "docs/glossary.md, On the screens: add a row",
  ).toEqual([]);
});
