// @vitest-environment happy-dom
import { act, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render, renderHook } from "#web/test-dom.tsx";
import { useInterval, useTimeout, useTimer } from "./use-timer.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

test("a wait begins anew with another key, ends with null, and runs the task of the last render", async () => {
  const ran: string[] = [];
  const { current } = await renderHook(() => {
    const [state, setState] = useState<{ ms: number | null; key: string }>({ ms: 100, key: "a" });
    useTimeout(() => ran.push(state.key), state.ms, state.key);
    return { setState };
  });
  await pass(60);
  await act(async () => current().setState({ ms: 100, key: "b" }));
  await pass(60);
  expect(ran).toEqual([]);
  await pass(40);
  expect(ran).toEqual(["b"]);
  await act(async () => current().setState({ ms: null, key: "c" }));
  await pass(1_000);
  expect(ran).toEqual(["b"]);
});

test("timers end with their component", async () => {
  const ran: string[] = [];
  function Timers() {
    const { start } = useTimer();
    useInterval(() => ran.push("interval"), 100);
    return <button type="button" onClick={() => start(() => ran.push("timer"), 50)} />;
  }
  let hide = () => {};
  function Host() {
    const [shown, setShown] = useState(true);
    hide = () => setShown(false);
    return shown ? <Timers /> : null;
  }
  const container = await render(<Host />);
  await act(async () => container.querySelector("button")?.click());
  await pass(100);
  expect(ran).toEqual(["timer", "interval"]);
  await act(async () => container.querySelector("button")?.click());
  await act(async () => hide());
  await pass(1_000);
  expect(ran).toEqual(["timer", "interval"]);
});
