// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { announceReconnected } from "#web/lib/reconnected.ts";
import { renderHook } from "#web/test-dom.tsx";
import { useFieldSave } from "./use-field-save.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
test.each([
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["the answer of a server that restarts", async () => new Response("", { status: 502 })],
])(
  "R2.20 a field with %s is saved when the event stream is back, though the browser was never offline",
  async (_, fail) => {
    const keys: (string | undefined)[] = [];
    let isBack = false;
    vi.stubGlobal("fetch", async (_url: string, { headers }: { headers: Record<string, string> }) => {
      keys.push(headers["idempotency-key"]);
      return isBack ? new Response("{}") : await fail();
    });
    const hook = await renderHook(useFieldSave);
    await act(async () => {
      hook.current().save({ about_me: "Hello" });
      await vi.runAllTimersAsync();
    });
    expect(hook.current().state).toBe("failed");
    isBack = true;
    await act(async () => announceReconnected());
    expect(hook.current().state).toBe("saved");
    expect(new Set(keys).size).toBe(1);
  },
);
