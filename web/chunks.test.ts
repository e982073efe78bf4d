import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { createChunkGroups } from "./chunks.ts";

const inWeb = (file: string) => join(import.meta.dirname, file);

type Module = { imports?: string[]; lazy?: string[]; code?: string };

/** Finds in which file of the build a module of `web` comes: its place among the groups, and its name. */
function buildOf(modules: Record<string, Module>) {
  const getModuleInfo = (id: string) => {
    const { imports = [], lazy = [], code = "" } = modules[relative(import.meta.dirname, id)] ?? {};
    return { importedIds: imports.map(inWeb), dynamicallyImportedIds: lazy.map(inWeb), code };
  };
  const groups = createChunkGroups();
  const namesOf = (file: string) =>
    groups.map(({ name }) => name(inWeb(file), { getModuleInfo: getModuleInfo as never }));
  const placeOf = (file: string) => namesOf(file).findIndex((name) => name !== null);
  return { placeOf, nameOf: (file: string) => namesOf(file).find((name) => name !== null) ?? null };
}

const gallery = "advertising/landers/gallery/page.tsx";
const video = "advertising/landers/video/page.tsx";
const map = "advertising/landers/maplanding/page.tsx";
const [chat, search, profile] = ["chat/chat.tsx", "search/search.tsx", "search/profile.tsx"];

test("performance: a module is in one file with those that the same pages load", () => {
  const { nameOf } = buildOf({
    "root.tsx": { imports: ["lib/each-page.ts"] },
    "shell/live.tsx": { imports: ["lib/each-member.ts", "lib/each-member-and-a-lander.ts"] },
    [gallery]: {
      imports: ["lib/three-landers-and-chat.ts", "lib/each-member-and-a-lander.ts"],
      lazy: ["lib/later.ts"],
    },
    [map]: { imports: ["lib/three-landers-and-chat.ts"] },
    [video]: { imports: ["lib/three-landers-and-chat.ts", "lib/one-lander.ts"] },
    [chat]: { imports: ["lib/three-landers-and-chat.ts", "lib/one.ts", "lib/two.ts", "lib/rare.ts", "lib/one.css"] },
    [search]: { imports: ["lib/two.ts", "lib/later.ts"] },
    "settings/settings.tsx": { imports: ["lib/rare.ts"] },
    "lib/one.ts": { imports: ["lib/of-one.ts"] },
  });
  expect(nameOf("lib/each-page.ts")).toBe("shell");
  expect(nameOf("lib/each-member.ts")).toBe("member-pages");
  expect(nameOf("shell/live.tsx")).toBe("member-pages");
  expect(nameOf("lib/each-member-and-a-lander.ts")).toBe("members-and-gallery");
  expect(nameOf("lib/three-landers-and-chat.ts")).toBe("shell");
  expect(nameOf("lib/one-lander.ts"), "it is in that page's own file").toBeNull();
  expect(nameOf("lib/one.ts")).toBe("chat-parts");
  expect(nameOf("lib/of-one.ts")).toBe("chat-parts");
  expect(nameOf("lib/two.ts")).toBe("search-chat-parts");
  expect(nameOf("lib/rare.ts")).toBe("chat-and-others");
  expect(nameOf("lib/later.ts"), "a lander loads it once it is touched").toBe("search-and-visitors");
  expect(nameOf("lib/one.css"), "a sheet stays with its page").toBeNull();
  expect(["root.tsx", chat].map(nameOf), "a page, and the frame of each, are files of their own").toEqual([null, null]);
});

test("performance: an icon belongs to the pages that name it, though the library's index imports them all", () => {
  const index = "../node_modules/lucide-react/dist/esm/lucide-react.mjs";
  const icon = (name: string) => `../node_modules/lucide-react/dist/esm/icons/${name}.mjs`;
  const naming = (names: string) => ({ imports: [index], code: `import { ${names} } from "lucide-react";` });
  const { nameOf } = buildOf({ [chat]: naming("Heart, Phone as Call"), [search]: naming("Heart"), [index]: {} });
  expect(nameOf(icon("heart"))).toBe("search-chat-parts");
  expect(nameOf(icon("phone"))).toBe("chat-parts");
  expect(nameOf(icon("anchor"))).toBeNull();
  expect(() => buildOf({ [chat]: naming("NoSuchIcon"), [index]: {} }).nameOf("lib/a.ts")).toThrow(
    "the icon NoSuchIcon",
  );
});

test("performance: what a module imports has its place with the module or before it, also if other pages import it", () => {
  const pages = [
    "root.tsx",
    "shell/live.tsx",
    gallery,
    video,
    "auth/login.tsx",
    "signup/signup.tsx",
    "pages/pricing.tsx",
  ];
  const entries = [...pages, "auth/token.tsx", "settings/settings.tsx", chat, search, profile, "chat/chats.tsx"];
  const names = Array.from({ length: 200 }, (_, index) => `lib/${index}.ts`);
  // each module imports some later ones, each page some of all
  const some = (seed: number, from: number) =>
    names.filter((_, index) => index > from && (index * 31 + seed * 17) % 89 === 0);
  const { placeOf } = buildOf({
    ...Object.fromEntries(names.map((name, index) => [name, { imports: some(index, index) }])),
    ...Object.fromEntries(entries.map((page, index) => [page, { imports: some(index + 3, index * 9) }])),
  });
  const places = new Set(names.map(placeOf));
  expect(places.size).toBeGreaterThan(4);
  for (const [index, name] of names.entries()) {
    const place = placeOf(name);
    if (place === -1) continue;
    for (const imported of some(index, index)) {
      expect(placeOf(imported), `${name} imports ${imported}`).toBeGreaterThanOrEqual(0);
      expect(placeOf(imported), `${name} imports ${imported}`).toBeLessThanOrEqual(place);
    }
  }
});

test("performance: a build whose pages import nothing fails", () => {
  expect(() => buildOf({}).nameOf("lib/a.ts")).toThrow("no imports of the pages");
});
