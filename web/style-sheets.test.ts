import { expect, test } from "vitest";
import { memberFrame } from "./lib/member-frame.ts";
import { filesOf, readSource, screens } from "./test-screens.ts";

const withoutComments = (sheet: string) => readSource(sheet).replace(/\/\*[\s\S]*?\*\//g, "");
const importsOf = (sheet: string) =>
  [...readSource(sheet).matchAll(/^@import "\.\/([^"]+)";/gm)].map(([, file = ""]) => file);

function classesOf(sheet: string): Set<string> {
  const rules = withoutComments(sheet).replace(/@apply[^;]*;/g, "");
  return new Set([...rules.matchAll(/\.([a-z][a-z0-9-]*)/g)].map(([, name = ""]) => name));
}

const forAll = new Set(importsOf("app.css").flatMap((sheet) => [...classesOf(sheet)]));
const forMembers = new Set(
  importsOf("member-area.css")
    .flatMap((sheet) => [...classesOf(sheet)])
    .filter((name) => !forAll.has(name)),
);

/** What only members load, of pages that visitors may open too. */
const ofMembers = memberFrame.map((name) => `shell/${name}.tsx`);
/** Files of visitors' pages that have members' classes, each with the reason. */
const allowed: Record<string, string> = {
  "shell/site-footer.tsx": "members have a short footer",
  "advertising/landers/tinderswipe/page.tsx": "it imports the sheet of the swipe game",
  "advertising/landers/tinderswipe/card.tsx": "the same",
  "advertising/landers/tinderswipe/drag-card.tsx": "the same",
};

test("a visitor's page uses no class of the members' style sheet", () => {
  expect(forMembers.size).toBeGreaterThan(100);
  const open = screens.filter(({ screen: { who } }) => who === "everyone" || who === "visitors");
  const roots = new Set(["root.tsx", ...open.flatMap(({ file, layout }) => [file, layout])]);
  const files = new Set([...roots].flatMap((root) => [...filesOf(root, (file) => !ofMembers.includes(file))]));
  expect(files).toContain("advertising/home/visitor-home.tsx");
  const uses = [...files].flatMap((file) => {
    // a single word in other strings is mostly no class but the name of a text
    const names = [...readSource(file).matchAll(/className="([^"]*)"|"([^"]*)"/g)].flatMap(
      ([, classes, other = ""]) => classes?.split(" ") ?? other.split(" ").filter((word) => word.includes("-")),
    );
    return names.filter((name) => forMembers.has(name)).map((name) => `${file}: ${name}`);
  });
  const isAllowed = (text: string) => (text.split(":")[0] ?? "") in allowed;
  expect(uses.filter((text) => !isAllowed(text))).toEqual([]);
  expect(new Set(uses.filter(isAllowed).map((text) => text.split(":")[0]))).toEqual(new Set(Object.keys(allowed)));
});
