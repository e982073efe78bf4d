import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { event, outdated } from "#contract/events.ts";

const web = join(import.meta.dirname, "..");
const files = globSync("**/*.{ts,tsx}", { cwd: web }).filter((path) => !/\.test\.tsx?$/.test(path));
const sources = new Map(files.map((path) => [path, readFileSync(join(web, path), "utf8")]));
const where = (pattern: RegExp) => files.filter((path) => pattern.test(sources.get(path) ?? ""));
const reactingTo = (type: string) =>
  where(new RegExp(`event\\.type [!=]== "${type}"|"${type}"[^\\]]*\\]\\.includes\\(event\\.type\\)`));

test("D6.5 the pages react to each event", () => {
  const unheard = event.options.map(({ shape }) => shape.type.value).filter((type) => reactingTo(type).length === 0);
  expect(unheard, "no file of web/ compares `event.type` with it: useLiveEvent, or applyEvent in live.tsx").toEqual([]);
});

/** Folders that ask a call once, each with the reason. */
const asksOnce: Record<string, string> = {
  "chat/gifts getChat": "what the giver is promised, as long as the sheet is open",
};

/** The timer and the events refresh the queries of `lib/`, in `shell/`. */
const folderOf = (path: string) => dirname(path).replace(/^lib$/, "shell");

test("D6.5 each folder of screens that shows what an event makes outdated reacts to it", () => {
  const silent = Object.entries(outdated).flatMap(([type, calls]) => {
    const reacting = new Set(reactingTo(type).map(folderOf));
    return calls.flatMap((call) =>
      [...new Set(where(new RegExp(`\\b(?:call|load)\\(${call}\\b`)).map(folderOf))]
        .filter((folder) => !reacting.has(folder) && !(`${folder} ${call}` in asksOnce))
        .map((folder) => `web/${folder} asks ${call} and does not react to "${type}"`),
    );
  });
  expect(silent).toEqual([]);
});
