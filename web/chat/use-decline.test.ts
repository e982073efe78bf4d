import { beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "#web/lib/api.ts";
import { createDeclines } from "./use-decline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
function given(send: () => Promise<unknown> = async () => ({})) {
  const sent: string[] = [];
  const failed: string[] = [];
  const declines = createDeclines(() => ({
    send: ({ reason }) => {
      sent.push(reason);
      return send();
    },
    onFailed: ({ reason }) => failed.push(reason),
  }));
  return { ...declines, sent, failed };
}
const chat = { id: "c", reason: "too_far" } as const;

test("R10.01 a “No, thanks” is sent ten seconds after the tap, once; an undo before that sends nothing", async () => {
  const { add, undo, sent, items } = given();
  add(chat);
  await vi.advanceTimersByTimeAsync(9_900);
  expect([sent, items().length]).toEqual([[], 1]);
  undo("c");
  await vi.advanceTimersByTimeAsync(20_000);
  expect([sent, items()]).toEqual([[], []]);
  expect([add({ ...chat, reason: "met_someone" }), add(chat)]).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([sent, items()]).toEqual([["met_someone"], []]);
});

test("R10.01 a member who leaves the chat sends it at once, and an undo comes too late", async () => {
  const { add, undo, sendNow, sent } = given(() => new Promise(() => undefined));
  add(chat);
  sendNow();
  await vi.advanceTimersByTimeAsync(0);
  undo("c");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toEqual(["too_far"]);
});

test("R10.01 a “No, thanks” that was refused, as after an answer from another device, waits no longer", async () => {
  const { add, failed, items } = given(() => Promise.reject(new ApiFailure(409, "already_answered", "")));
  add(chat);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([failed, items()]).toEqual([["too_far"], []]);
});
