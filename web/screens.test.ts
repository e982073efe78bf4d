import { existsSync, globSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import type { Call } from "#contract/call.ts";
import * as likes from "#contract/likes.ts";
import { listedPages } from "#contract/public-pages.ts";
import { callAction } from "#web/lib/call-action.ts";
import { type Page, pageContext } from "#web/lib/page.ts";
import { textPartsFor } from "#web/lib/text-parts.ts";
import { routeScreens, sortCatalogs } from "./route-screens.ts";

const folder = import.meta.dirname;
const read = (file: string) => readFileSync(join(folder, file), "utf8");

const importedFiles = /^(?:import|export)\s+(?!type\b)(?:[^;]*?\sfrom\s+)?"(#web|\.)\/([^"]+\.tsx?)";/gm;
const lazyFiles = /\bimport\("(#web|\.)\/([^"]+\.tsx?)"\)/g;

/** The files that a file's script has at once: its imports and theirs, without the server's; `lazy`: or later. */
function filesOf(file: string, lazy = false, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const imports = [importedFiles, ...(lazy ? [lazyFiles] : [])].flatMap((each) => [...read(file).matchAll(each)]);
  for (const [, start, path = ""] of imports) {
    const imported = start === "." ? normalize(join(file, "..", path)) : path;
    if (!imported.includes(".server.") && existsSync(join(folder, imported))) filesOf(imported, lazy, found);
  }
  return found;
}

const namesIn = (file: string): string[] =>
  [...read(file).matchAll(/^ +(?!\*).*\buseTexts\("([\w.-]+)"\)/gm)].map(([, name]) => name ?? "");

/** The catalogs that a file's script reads at once; `lazy`: or later. */
const catalogsOf = (file: string, lazy = false) => [...filesOf(file, lazy)].flatMap(namesIn);

const partOf = sortCatalogs(routeScreens);
const partsOf = (names: readonly string[]) => names.flatMap((name) => partOf[name] ?? []);
const screens = routeScreens.filter(({ layout }) => layout !== "root.tsx");

test("quality: each route declares who may see its screen, or the office's layout does", () => {
  const missing = screens.filter(({ own, layout }) => own === undefined && layout !== "office/staff/staff-layout.tsx");
  expect(missing.map(({ file }) => file)).toEqual([]);
  expect(screens.length).toBeGreaterThan(80);
});

test("performance: each screen declares the texts that its script reads at once, and none that it does not read", () => {
  const problems = screens.flatMap(({ file, layout, own, screen: { texts, who } }) => {
    const parts = textPartsFor(partsOf(texts), { loggedIn: who === "members" });
    const isMissing = (name: string) => {
      const part = partOf[name];
      return part === "arrival" ? !texts.some((each) => each === name) : !parts.some((each) => each === part);
    };
    const missing = [...catalogsOf(file), ...catalogsOf(layout)].filter(isMissing);
    const needless = (own?.texts ?? []).filter((name) => !catalogsOf(file, true).includes(name));
    return [
      ...[...new Set(missing)].map((name) => `${file} reads ${name}`),
      ...needless.map((name) => `${file} declares ${name}, and does not read it`),
    ];
  });
  expect(problems).toEqual([]);
});

test("quality: the browser gets each catalog that a file reads, because a screen names it", () => {
  const read = globSync("**/*.{ts,tsx}", { cwd: folder }).flatMap(namesIn);
  expect(read.length).toBeGreaterThan(500);
  expect([...new Set(read)].filter((name) => !(name in partOf))).toEqual([]);
});

test("performance: what each page of a visitor has, the frame, reads only the first texts", () => {
  expect(new Set(catalogsOf("root.tsx"))).toEqual(new Set(["shell"]));
});

test("D10.3 D1.4 search engines may list the screens that say so, which are those of the sitemap", () => {
  const listed = (listing: "pages" | "all") =>
    screens
      .filter(({ screen }) => screen.listed === "pages" || screen.listed === listing)
      .map(({ path }) => path.replace("/:slug?", ""));
  expect(listed("pages").toSorted()).toEqual(listedPages("pages").toSorted());
  expect(listed("all").toSorted()).toEqual(listedPages("all").toSorted());
  expect(
    screens.filter(({ screen }) => screen.listed && screen.who !== "everyone" && screen.who !== "visitors"),
  ).toEqual([]);
});

/** What the forms of a file post before their page is hydrated: the name and value of the pressed button. */
const postedBy = (file: string) =>
  [...read(file).matchAll(/<form\s[^>]*method="post".*?<\/form>/gs)].flatMap(([form]) => {
    const [, name = "", value = '""'] = /type="submit"\s+name="(\w+)"\s+value=("\w*"|\{[^}]*\})/.exec(form) ?? [];
    return [...value.matchAll(/"(\w*)"/g)].map(([, each = ""]) => ({ file, name, value: each }));
  });

/** The calls that a press makes, and its input. */
async function press(fields: Record<string, string>): Promise<{ call: Call; input: unknown }[]> {
  const context = new RouterContextProvider();
  const called: { call: Call; input: unknown }[] = [];
  const call = async (call: Call, input: unknown) => called.push({ call, input });
  context.set(pageContext, { call, path: "/likes" } as unknown as Page);
  const request = new Request("http://site/", { method: "POST", body: new URLSearchParams(fields) });
  await callAction(likes)({ context, params: {}, request });
  return called;
}

test("R9.01 a button that is pressed without scripts makes the call that it names, and no call that is not for buttons", async () => {
  const pages = screens.map(({ file }) => file).filter((file) => read(file).includes("action = callAction("));
  const forms = [...new Set(pages.flatMap((file) => [...filesOf(file)]))].flatMap(postedBy);
  expect(forms.length).toBeGreaterThan(1);
  for (const { file, name, value } of forms) {
    expect(name, file).toBe("call");
    const [made, ...more] = await press({ call: value, id: "of a member" });
    expect([made?.call.button, made?.input, more], file).toEqual([true, { body: { id: "of a member" } }, []]);
    // a second press in the same form must not undo the first, nor charge for it
    expect([made?.call.who, made?.call.key], file).toEqual(["member", "honoured"]);
  }
  for (const call of ["getLikes", "seeLike", "likeTypes", "constructor", "__proto__", ""]) {
    await expect(press({ call }), call).rejects.toMatchObject({ init: { status: 400 } });
  }
  await expect(press({ liked: "yes" })).rejects.toMatchObject({ init: { status: 400 } });
});
