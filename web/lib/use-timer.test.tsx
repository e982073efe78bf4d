// @vitest-environment happy-dom
import { act, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { render, renderHook } from "#web/test-dom.tsx";
import { useInterval, useTimeout, useTimer } from "./use-timer.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }));
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

test("a wait that is longer than a timer can be does not end at once", async () => {
  const ran: string[] = [];
  const days = 30;
  await renderHook(() => useTimeout(() => ran.push("over"), days * 24 * 3_600_000));
  await pass(1_000);
  expect(ran).toEqual([]);
});

function Timers({ onRun }: { onRun: (which: string) => void }) {
  const { start } = useTimer();
  useInterval(() => onRun("interval"), 100);
  return <button type="button" onClick={() => start(() => onRun("timer"), 50)} />;
}

/** Its first button hides the timers, its second one starts one. */
function Host({ onRun }: { onRun: (which: string) => void }) {
  const [shown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(false)} />
      {shown ? <Timers onRun={onRun} /> : null}
    </>
  );
}

test("timers end with their component", async () => {
  const ran: string[] = [];
  const container = await render(<Host onRun={(which) => ran.push(which)} />);
  const [hide, start] = container.querySelectorAll("button");
  await act(async () => start?.click());
  await pass(100);
  expect(ran).toEqual(["timer", "interval"]);
  await act(async () => start?.click());
  await act(async () => hide?.click());
  await pass(1_000);
  expect(ran).toEqual(["timer", "interval"]);
});
