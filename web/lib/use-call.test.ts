// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { renderHook } from "#web/test-dom.tsx";
import { ApiFailure } from "./api.ts";
import { useSend } from "./use-call.ts";

test("a refused call shows why, until the next attempt", async () => {
  const refusals = [new ApiFailure(400, "invalid_input", "No")];
  const hook = await renderHook(() =>
    useSend(async () => {
      const refusal = refusals.pop();
      if (refusal) throw refusal;
      return "done";
    }),
  );
  expect(await act(() => hook.current().run({}))).toBeNull();
  expect(hook.current().failure).toMatchObject({ code: "invalid_input", message: "No" });
  expect(await act(() => hook.current().run({}))).toBe("done");
  expect(hook.current().failure).toBeNull();
});
