import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { ApiFailure, type CallFunction } from "./api.ts";
import { createAction, createPage, loadByLink, type Page, pageContext } from "./page.ts";
import type { Fields } from "./use-form.ts";

function post(fields: Record<string, string>) {
  const context = new RouterContextProvider();
  context.set(pageContext, { call: async () => undefined } as unknown as Page);
  return {
    context,
    params: {},
    request: new Request("http://site/form", { method: "POST", body: new URLSearchParams(fields) }),
  };
}

const send = async (_call: CallFunction, { email = "" }: Fields) => {
  if (email === "refused") throw new ApiFailure(400, "invalid_input", "Check the fields.");
  return { email };
};

test("a posted form shows its answer on the same page, or leads to the next one", async () => {
  const response = await createAction(send)(post({ email: "eva@example.org" }));
  expect(response).toMatchObject({ data: { answer: { email: "eva@example.org" }, failure: null } });
  const led = await createAction(send, ({ email }) => `/sent/${email}`)(post({ email: "eva" }));
  expect(led instanceof Response && led.headers.get("location")).toBe("/sent/eva");
});

test("a refused form keeps what was typed, but no password or code", async () => {
  const refused = await createAction(send)(
    post({ email: "refused", password: "secret", old_password: "older", code: "428571" }),
  );
  expect(refused).toMatchObject({
    init: { status: 400 },
    data: { answer: null, failure: { message: "Check the fields." }, typed: { email: "refused" } },
  });
  expect(JSON.stringify(refused)).not.toMatch(/secret|older|428571/);
});

test("an error that no call expects is not shown as a failure of the form", async () => {
  const broken = createAction(async () => {
    throw new TypeError("broken");
  });
  await expect(broken(post({}))).rejects.toThrow("broken");
});

test("D11.5 R9.05 a member who has not agreed is asked first, except in the settings and on the way out", async () => {
  const openAs = async (path: string, asked: { consent: boolean; terms: string | null }) => {
    const page = createPage({ path, formKey: null, cookies: null } as Parameters<typeof createPage>[0]);
    page.user = async () => ({ to_agree: asked }) as Awaited<ReturnType<Page["user"]>>;
    try {
      await page.member();
      return null;
    } catch (redirected) {
      return redirected instanceof Response ? redirected.headers.get("location") : redirected;
    }
  };
  const [consent, terms] = [
    { consent: true, terms: null },
    { consent: false, terms: "2026-12-24" },
  ];
  expect(await openAs("/chats?x=1", consent)).toBe("/agree?next=%2Fchats%3Fx%3D1");
  expect(await openAs("/members", terms)).toBe("/agree?next=%2Fmembers");
  expect(await openAs("/members", { consent: false, terms: null })).toBeNull();
  for (const path of ["/agree?next=/chats", "/notifications", "/delete-account", "/transactions/1"]) {
    expect(await openAs(path, terms), path).toBeNull();
  }
});

test("a page behind a link says that it can't be used only if that lasts: not after too many requests", async () => {
  const load = (status: number) =>
    loadByLink(async () => {
      throw new ApiFailure(status, "internal_error", "Words of the failure");
    });
  for (const status of [400, 404, 410]) expect(await load(status)).toMatchObject({ data: null, init: { status: 410 } });
  for (const [status, answered] of [
    [429, 429],
    [500, 500],
    [0, 503],
  ] as const) {
    await expect(load(status)).rejects.toMatchObject({
      data: { message: "Words of the failure" },
      init: { status: answered },
    });
  }
});
