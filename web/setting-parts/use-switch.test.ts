// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { ApiFailure } from "#web/lib/api.ts";
import { renderHook } from "#web/test-dom.tsx";
import { type SwitchOutcome, useSwitch } from "./use-switch.ts";

/** A switch that is off, and the saves that wait for the server's answer. */
async function renderSwitch() {
  const saves: { on: boolean; answer: PromiseWithResolvers<boolean> }[] = [];
  const outcomes: SwitchOutcome[] = [];
  const hook = await renderHook(() =>
    useSwitch({
      on: false,
      save: (_, on) => {
        const answer = Promise.withResolvers<boolean>();
        saves.push({ on, answer });
        return answer.promise;
      },
      onOutcome: (outcome) => outcomes.push(outcome),
    }),
  );
  const turn = (on: boolean) => act(async () => hook.current().turn(on));
  return { hook, saves, outcomes, turn };
}

test("R2.26 the last press of a switch decides, however late the answer to the first one is", async () => {
  const { hook, saves, turn } = await renderSwitch();
  await turn(true);
  await turn(false);
  expect(hook.current().on).toBe(false);
  expect(saves.map(({ on }) => on)).toEqual([true]);
  await act(async () => saves[0]?.answer.resolve(true));
  expect(hook.current().on).toBe(false);
  expect(saves.map(({ on }) => on)).toEqual([true, false]);
  await act(async () => saves[1]?.answer.resolve(false));
  expect(hook.current().on).toBe(false);
});

test("R2.26 a switch turns back if it was not saved", async () => {
  const { hook, saves, outcomes, turn } = await renderSwitch();
  await turn(true);
  expect(hook.current().on).toBe(true);
  await act(async () => saves[0]?.answer.reject(new ApiFailure(503, "unavailable", "Later")));
  expect(hook.current().on).toBe(false);
  expect(outcomes).toMatchObject([null, { code: "unavailable" }]);
});
