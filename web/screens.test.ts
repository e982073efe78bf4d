import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { listedPages } from "#contract/public-pages.ts";
import { type Page, pageContext, type ScreenHandle } from "#web/lib/page.ts";
import { partOfCatalog, textPartsFor } from "#web/lib/text-parts.ts";
import { likeAction } from "#web/likes/like-action.ts";
import routes from "./routes.ts";

const folder = import.meta.dirname;
const read = (file: string) => readFileSync(join(folder, file), "utf8");

const importedFiles = /^(?:import|export)\s+(?!type\b)(?:[^;]*?\sfrom\s+)?"(#web|\.)\/([^"]+\.tsx?)";/gm;

/** The files that a file's script has at once: its imports and theirs, without the server's and lazy ones. */
function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, start, path = ""] of read(file).matchAll(importedFiles)) {
    const imported = start === "." ? normalize(join(file, "..", path)) : path;
    if (!imported.includes(".server.") && existsSync(join(folder, imported))) filesOf(imported, found);
  }
  return found;
}

/** The catalogs that a file's script reads at once. */
const catalogsOf = (file: string) =>
  [...filesOf(file)].flatMap((each) =>
    [...read(each).matchAll(/^ +(?!\*).*\buseTexts\("([\w.-]+)"\)/gm)].map(([, name]) => name ?? ""),
  );

/** What a route's file declares; undefined: nothing. It is written as a literal. */
function handleOf(file: string): ScreenHandle | undefined {
  const literal = /^export const handle: ScreenHandle = (\{[^}]*\});$/m.exec(read(file))?.[1];
  return literal === undefined ? undefined : new Function(`return ${literal}`)();
}

type Route = { id: string; path: string; file: string; screen: ScreenHandle | undefined; catalogs: string[] };

/** The routes with a screen, each with what it or its layout declares. */
const screens = routes.flatMap(({ file: layout, children = [] }: RouteConfigEntry) =>
  children.map(
    ({ id = "", path = "", file }): Route => ({
      id,
      path: `/${path}`,
      file,
      screen: handleOf(file) ?? handleOf(layout),
      catalogs: [...catalogsOf(file), ...catalogsOf(layout)],
    }),
  ),
);

test("quality: each route declares who may see its screen", () => {
  expect(screens.filter(({ screen }) => screen === undefined).map(({ file }) => file)).toEqual([]);
  expect(screens.length).toBeGreaterThan(80);
});

test("performance: each screen declares the texts that its script reads at once, and no others", () => {
  const problems = screens.flatMap(({ file, screen, catalogs }) => {
    const declared = screen?.texts ?? [];
    const loggedIn = screen?.who === "members";
    const parts = textPartsFor(declared, { loggedIn });
    const missing = catalogs.filter((name) => {
      const part = partOfCatalog(name);
      return part === "arrival" ? !declared.some((each) => each === name) : !parts.includes(part);
    });
    const needless = handleOf(file) ? declared.filter((name) => !catalogs.includes(name)) : [];
    return [
      ...[...new Set(missing)].map((name) => `${file} reads ${name}`),
      ...needless.map((name) => `${file} declares ${name}, and does not read it`),
    ];
  });
  expect(problems).toEqual([]);
});

test("performance: what each page of a visitor has, the frame, reads only the first texts", () => {
  expect(new Set(catalogsOf("root.tsx").map(partOfCatalog))).toEqual(new Set(["first"]));
});

test("D10.3 D1.4 search engines may list the screens that say so, which are those of the sitemap", () => {
  const listed = (listing: "pages" | "all") =>
    screens
      .filter(({ screen }) => screen?.listed === "pages" || screen?.listed === listing)
      .map(({ path }) => path.replace("/:slug?", ""));
  expect(listed("pages").toSorted()).toEqual(listedPages("pages").toSorted());
  expect(listed("all").toSorted()).toEqual(listedPages("all").toSorted());
  expect(
    screens.filter(({ screen }) => screen?.listed && screen.who !== "everyone" && screen.who !== "visitors"),
  ).toEqual([]);
});

/** What the forms of a file post before their page is hydrated: the name and value of the pressed button. */
const postedBy = (file: string) =>
  [...read(file).matchAll(/<form\s[^>]*method="post".*?<\/form>/gs)].flatMap(([form]) => {
    const [, name = "", value = '""'] = /type="submit"\s+name="(\w+)"\s+value=("\w*"|\{[^}]*\})/.exec(form) ?? [];
    return [...value.matchAll(/"(\w*)"/g)].map(([, each = ""]) => ({ file, name, value: each }));
  });

test("R9.01 `likeAction` knows each button of the forms on its pages, and answers 400 to any other", async () => {
  const press = async (name: string, value: string) => {
    const context = new RouterContextProvider();
    const called: unknown[] = [];
    const call = async (entry: unknown) => called.push(entry);
    context.set(pageContext, { call, path: "/likes" } as unknown as Page);
    const request = new Request("http://site/", { method: "POST", body: new URLSearchParams({ [name]: value }) });
    await likeAction({ context, params: {}, request });
    return called.length;
  };
  const pages = screens.map(({ file }) => file).filter((file) => read(file).includes("action = likeAction"));
  const forms = [...new Set(pages.flatMap((file) => [...filesOf(file)]))].flatMap(postedBy);
  expect(forms.length).toBeGreaterThan(1);
  for (const { file, name, value } of forms) expect(await press(name, value).catch(() => 0), file).toBe(1);
  await expect(press("waved", "yes")).rejects.toMatchObject({ init: { status: 400 } });
});
