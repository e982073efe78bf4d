import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const here = import.meta.dirname;
const read = (file: string) => readFileSync(join(here, file), "utf8");
const importsOf = (sheet: string) =>
  [...read(sheet).matchAll(/^@import "\.\/([^"]+)";/gm)].flatMap(([, file]) => (file === undefined ? [] : [file]));

function classesOf(sheet: string): Set<string> {
  const rules = read(sheet)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/@apply[^;]*;/g, "");
  return new Set([...rules.matchAll(/\.([a-z][a-z0-9-]*)/g)].flatMap(([, name]) => (name === undefined ? [] : [name])));
}

const forAll = new Set(importsOf("app.css").flatMap((sheet) => [...classesOf(sheet)]));
const forMembers = new Set(
  importsOf("member-area.css")
    .flatMap((sheet) => [...classesOf(sheet)])
    .filter((name) => !forAll.has(name)),
);

/** Folders and files that only members load, and those that bring the style sheet of such a folder with them. */
const ofMembers = [
  ...["chat/", "likes/", "settings/own-profile/", "credits/premium/", "profiles/", "search/swipe/"],
  ...[
    "search/photo-",
    "moderation/photo-dialog.tsx",
    "search/profile-actions.tsx",
    "search/profile.tsx",
    "search/turn-buttons.tsx",
    "credits/time-bonus/",
  ],
  ...["credits/order-bar.tsx", "credits/order-summary.tsx"],
  ...["shell/chat-layout.tsx", "shell/member-bar.tsx", "shell/site-footer.tsx", "shell/pull-to-refresh.tsx"],
  ...["advertising/landers/tinderswipe/", "office/sites/fictional-photos.tsx"],
];

test("a visitor's page uses no class of the members' style sheet", () => {
  expect(forMembers.size).toBeGreaterThan(100);
  const screens = globSync("**/*.tsx", { cwd: here }).filter((file) => !ofMembers.some((one) => file.startsWith(one)));
  expect(screens).toContain("advertising/home/visitor-home.tsx");
  const found = screens.flatMap((file) => {
    // a single word in other strings is mostly no class but the name of a text
    const names = [...read(file).matchAll(/className="([^"]*)"|"([^"]*)"/g)].flatMap(([, classes, other = ""]) =>
      classes === undefined ? other.split(" ").filter((word) => word.includes("-")) : classes.split(" "),
    );
    return names.filter((name) => forMembers.has(name)).map((name) => `${file}: ${name}`);
  });
  expect(found).toEqual([]);
});
