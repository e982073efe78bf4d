// @vitest-environment happy-dom
import { act, useState } from "react";
import { expect, test } from "vitest";
import { renderHook } from "#web/test-dom.tsx";
import { useLoadedState } from "./use-loaded-state.ts";

test("what is loaded again replaces a change, in the same render", async () => {
  const seen: string[] = [];
  const { current } = await renderHook(() => {
    const [loaded, load] = useState({ text: "first" });
    const [state, setState] = useLoadedState(loaded);
    seen.push(`${loaded.text} ${state.text}`);
    return { load, setState, state };
  });
  await act(async () => current().setState({ text: "changed" }));
  expect(current().state.text).toBe("changed");
  await act(async () => current().load({ text: "second" }));
  expect(current().state.text).toBe("second");
  expect(seen).not.toContain("second changed");
  expect(seen).not.toContain("second first");
});
