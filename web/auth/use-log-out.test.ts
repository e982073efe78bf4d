// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderHook } from "#web/test-dom.tsx";
import { useLogOut } from "./use-log-out.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
test("D3.4 a logout that fails says so: the member stays logged in, on the same page", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  const hook = await renderHook(useLogOut);
  const done = await act(async () => {
    const running = hook.current().logOutHere();
    await vi.runAllTimersAsync();
    return await running;
  });
  expect(done).toBeNull();
  expect(hook.current().failure?.code).toBe("no_connection");
  expect(hook.router.state.location.pathname).toBe("/");
});
