import { globSync } from "node:fs";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import type { z } from "zod";
import type { Call } from "#contract/call.ts";
import { getMember } from "#contract/members.ts";
import { listedPages } from "#contract/public-pages.ts";
import { buttonCalls, callAction } from "#web/lib/call-action.ts";
import { type Page, pageContext } from "#web/lib/page.ts";
import { textPartsFor } from "#web/lib/text-parts.ts";
import { routeScreens, sortCatalogs } from "./route-screens.ts";
import { filesOf, readSource, screens } from "./test-screens.ts";

const namesIn = (file: string): string[] =>
  [...readSource(file).matchAll(/^ +(?!\*).*\buseTexts\("([\w.-]+)"\)/gm)].map(([, name]) => name ?? "");

/** The catalogs that a file's script reads at once; `lazy`: or later. */
const catalogsOf = (file: string, lazy = false) => [...filesOf(file, () => lazy)].flatMap(namesIn);

const partOf = sortCatalogs(routeScreens);
const partsOf = (names: readonly string[]) => names.flatMap((name) => partOf[name] ?? []);

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
  const read = globSync("**/*.{ts,tsx}", { cwd: import.meta.dirname }).flatMap(namesIn);
  expect(read.length).toBeGreaterThan(500);
  expect([...new Set(read)].filter((name) => !(name in partOf))).toEqual([]);
});

test("performance: what each page of a visitor has, the frame, reads only the first texts", () => {
  expect(new Set(catalogsOf("root.tsx"))).toEqual(new Set(["shell"]));
});

test("performance: what each page of a member has besides reads only texts that members load at once", () => {
  const frame = ["shell/live.tsx", "shell/member-bar.tsx", "shell/member-warnings.tsx"];
  const read = new Set(frame.flatMap((file) => catalogsOf(file)));
  expect(read.size).toBeGreaterThan(5);
  const parts = textPartsFor([], { loggedIn: true });
  expect([...read].filter((name) => !parts.some((part) => part === partOf[name]))).toEqual([]);
});

test("D10.3 D1.4 each page of the sitemap is a screen that visitors may see", () => {
  const seen = screens.filter(({ screen: { who } }) => who === "everyone" || who === "visitors");
  const paths = seen.map(({ path }) => path.replace("/:slug?", ""));
  expect(listedPages("all").filter((path) => !paths.includes(path))).toEqual([]);
});

test("quality: a link or a redirect leads to each screen of members", () => {
  const sources = globSync("**/*.{ts,tsx}", { cwd: import.meta.dirname })
    .filter((file) => file !== "routes.ts" && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, source: readSource(file) }));
  const isLed = (file: string, path: string) =>
    sources.some((each) => each.file !== file && new RegExp(`["\`]${path}["\`?#]`).test(each.source));
  const ofMembers = screens.filter(({ screen: { who }, path }) => who === "members" && !/:\w+(?!\?|\w)/.test(path));
  expect(ofMembers.length).toBeGreaterThan(20);
  const unled = ofMembers.filter(({ file, path }) => !isLed(file, path.replaceAll(/\/:\w+\?/g, "")));
  expect(unled.map(({ path }) => path)).toEqual([]);
});

test("quality: a member's page shows each field that an area adds to it", () => {
  const { profile: _, ...added } = getMember.answer.shape;
  const script = [...filesOf("search/profile.tsx", () => true)].map(readSource).join("\n");
  expect(Object.keys(added).filter((field) => !new RegExp(`\\b${field}\\b`).test(script))).toEqual([]);
});

/** The forms of a file that are posted to its page, as source. */
const formsIn = (file: string): string[] =>
  [...readSource(file).matchAll(/<(form|CallForm)\s.*?<\/\1>/gs)]
    .filter(([form, tag]) => tag === "CallForm" || (form.includes('method="post"') && !form.includes("{children}")))
    .map(([form]) => form);

/** The calls that a form can name; "": it names none. */
const callsNamedBy = (form: string): string[] => {
  const value = /name="call"\s+value=("\w*"|\{[^}]*\})/.exec(form)?.[1] ?? '""';
  return [...value.matchAll(/"(\w*)"/g)].map(([, name = ""]) => name);
};
const callsNamedIn = (file: string) => formsIn(file).flatMap(callsNamedBy);

const shapeOf = ({ body }: Call) => (body as z.ZodObject).shape as Record<string, z.ZodType>;

/** The calls that a post to a page makes, and their input. */
async function post(action: typeof callAction | undefined, fields: Record<string, string>) {
  const context = new RouterContextProvider();
  const called: { call: Call; input: unknown }[] = [];
  const call = async (call: Call, input: unknown) => called.push({ call, input });
  context.set(pageContext, { call, path: "/likes" } as unknown as Page);
  const request = new Request("http://site/", { method: "POST", body: new URLSearchParams(fields) });
  await action?.({ context, params: {}, request });
  return called;
}

/** Screens whose buttons are not posted to their own page, each with the reason. */
const postedElsewhere: Record<string, string> = {
  "chat/chat.tsx": "its like goes to the member's page",
  "chat/first-message.tsx": "the same",
};

test("R9.01 a button that is pressed without scripts makes the call that it names, on each page that has it", async () => {
  const pages = screens
    .filter(({ file }) => !(file in postedElsewhere))
    .map((screen) => ({ ...screen, names: [...new Set([...filesOf(screen.file)].flatMap(callsNamedIn))] }))
    .filter(({ module, names }) => module.action === callAction || names.some((name) => name !== ""));
  expect(pages.length).toBeGreaterThan(1);
  for (const { file, module, names } of pages) {
    const shows = [...filesOf(file)].some((part) => readSource(part).includes("<PostedError />"));
    expect(shows, `${file} does not say what was refused: put <PostedError /> into it`).toBe(true);
    for (const call of names) {
      const made = await post(module.action, { call, id: "of a member" }).catch(() => "refused");
      const expected = [{ call: buttonCalls.get(call), input: { body: { id: "of a member" } } }];
      const remedy =
        call === "" ? "a form lacks its hidden field `call`" : "export const action = callAction is missing";
      expect(made, `${file}: "${call}" is not called: ${remedy}`).toEqual(expected);
    }
  }
});

test("R9.01 a form that names its call has the fields of its input, by their names", () => {
  const forms = globSync("**/*.tsx", { cwd: import.meta.dirname }).flatMap((file) =>
    formsIn(file).flatMap((form) =>
      callsNamedBy(form).flatMap((name) => ({ file, form, call: buttonCalls.get(name) })),
    ),
  );
  const named = forms.flatMap(({ file, form, call }) => (call ? [{ file, form, shape: shapeOf(call) }] : []));
  expect(named.length).toBeGreaterThan(3);
  for (const { file, form, shape } of named) {
    const fields = [...form.matchAll(/\bname="(?!call")(\w+)"/g)].map(([, field = ""]) => field);
    expect(Object.keys(shape), file).toEqual(expect.arrayContaining(fields));
    const needed = Object.entries(shape).filter(([, field]) => !field.safeParse(undefined).success);
    expect(fields, file).toEqual(expect.arrayContaining(needed.map(([field]) => field)));
  }
});

test("R9.01 a page makes no call that is not for buttons, and a second press changes nothing and charges nothing", async () => {
  for (const call of ["getLikes", "seeLike", "likeTypes", "constructor", "__proto__", ""]) {
    await expect(post(callAction, { call }), call).rejects.toMatchObject({ init: { status: 400 } });
  }
  await expect(post(callAction, { liked: "yes" })).rejects.toMatchObject({ init: { status: 400 } });
  // a report requires a key, which its form has; a repeat only changes the open report
  for (const [name, { who, key }] of buttonCalls) {
    expect([name, who, key]).toEqual([name, "member", name === "reportMember" ? "required" : "honoured"]);
  }
});
