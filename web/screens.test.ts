import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import type { Call } from "#contract/call.ts";
import * as likes from "#contract/likes.ts";
import { listedPages } from "#contract/public-pages.ts";
import { callAction } from "#web/lib/call-action.ts";
import { type Page, pageContext, type ScreenHandle } from "#web/lib/page.ts";
import { partOfCatalog, textPartsFor } from "#web/lib/text-parts.ts";
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
