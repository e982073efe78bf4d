// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import { getChats } from "#contract/chat.ts";
import { call } from "#web/lib/call.ts";
import { isSessionEnding, useSession } from "#web/lib/root-data.ts";
import { renderHook } from "#web/test-dom.tsx";
import { useLoginAfterLogout } from "./use-login-after-logout.ts";

function useMemberPage() {
  useLoginAfterLogout();
  return useSession();
}

/** The page, and the paths of the pages it has led to. */
async function openMemberPage() {
  vi.stubGlobal("fetch", async () => {
    const body = { error: { code: "authentication_required", message: "" }, authentication_required: true };
    return Response.json(body, { status: 403 });
  });
  const paths: string[] = [];
  const page = await renderHook(useMemberPage, { loadOther: (path) => paths.push(path) });
  return { ...page, paths };
}

const callWithoutSession = () => expect(call(getChats)).rejects.toThrow();

test("R6.09 two calls that find the member logged out lead to the login once", async () => {
  const { router, paths } = await openMemberPage();
  await act(async () => {
    await Promise.all([callWithoutSession(), callWithoutSession()]);
  });
  expect(paths).toEqual(["/login"]);
  expect(router.state.location.search).toBe("?next=%2F");
});

test("R2.11 a call that is answered after the logout, while its page is still shown, does not lead to the login", async () => {
  const { current, router, paths } = await openMemberPage();
  const { runWhileSessionEnds, continueTo } = current();
  // React shows the next page only at the end of it
  await act(async () => {
    await runWhileSessionEnds(async () => {
      await callWithoutSession();
      await continueTo("/home");
      return {};
    });
    await callWithoutSession();
  });
  expect(router.state.location.pathname).toBe("/home");
  expect(paths).toEqual(["/home"]);
  expect(isSessionEnding()).toBe(false);
});

test("R2.11 a logout that fails leaves the member logged in: the next call without a session leads to the login", async () => {
  const { current, paths } = await openMemberPage();
  await act(async () => {
    expect(await current().runWhileSessionEnds(async () => null)).toBeNull();
    await callWithoutSession();
  });
  expect(paths).toEqual(["/login"]);
});
