import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { event, type MemberEvent, outdated } from "#contract/events.ts";

const web = join(import.meta.dirname, "..");
const files = globSync("**/*.{ts,tsx}", { cwd: web }).filter((path) => !/\.test\.tsx?$/.test(path));
const sources = new Map(files.map((path) => [path, readFileSync(join(web, path), "utf8")]));
const where = (pattern: RegExp) => files.filter((path) => pattern.test(sources.get(path) ?? ""));
const types = event.options.map(({ shape }) => shape.type.value);
const reactingTo = (type: MemberEvent["type"]) =>
  where(
    new RegExp([`event\\.type [!=]== "${type}"`, ...outdated[type].map((call) => `Outdated\\("${call}"`)].join("|")),
  );

test("D6.5 the pages react to each event", () => {
  const unheard = types.filter((type) => reactingTo(type).length === 0);
  expect(unheard, "no file of web/ reacts to it: useOutdated, useLiveEvent, or applyEvent in live.tsx").toEqual([]);
});

/** Events that make no answer outdated, each with the reason. */
const changesNoAnswer: Partial<Record<MemberEvent["type"], string>> = {
  typing: "no answer says who is writing",
  talk_signal: "it is handed to the page's connection, and kept nowhere",
  presence: "the event itself says who is online now",
  sessions: "whether the session has ended shows at any call",
  about_me: "only the member's own profile has the inspection, and the event itself ends it there",
};

test("D6.5 each event says which answers it makes outdated, or here why none", () => {
  expect(types.filter((type) => outdated[type].length === 0)).toEqual(Object.keys(changesNoAnswer));
});

/** Folders that ask a call once, each with the reason. */
const asksOnce: Record<string, string> = {
  "chat/gifts getChat": "what the giver is promised, as long as the sheet is open",
  "payments getUser": "compared with what the frame shows, which reacts; nothing of it is on the page",
};

/** The timer and the events refresh the queries and the data that many folders share, in `shell/`. */
const folderOf = (path: string) => (/^lib\/|^member-parts\/live-q/.test(path) ? "shell" : dirname(path));

test("D6.5 each folder of screens that shows what an event makes outdated reacts to it", () => {
  const silent = types.flatMap((type) => {
    const reacting = new Set(reactingTo(type).map(folderOf));
    return outdated[type].flatMap((call) =>
      [...new Set(where(new RegExp(`\\b(?:call|callByItself|load)\\(${call}\\b`)).map(folderOf))]
        .filter((folder) => !reacting.has(folder) && !(`${folder} ${call}` in asksOnce))
        .map((folder) => `web/${folder} asks ${call} and does not react to "${type}"`),
    );
  });
  expect(silent).toEqual([]);
});
