import { beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "#web/lib/api.ts";
import { createRemovals } from "./removals.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
function given(send: () => Promise<unknown> = async () => ({})) {
  const sent: string[] = [];
  const failed: string[] = [];
  const removed: string[] = [];
  const removing = new Set<string>();
  const removals = createRemovals(() => ({
    send: (_, id) => {
      sent.push(id);
      return send();
    },
    forget: () => undefined,
    onChange: (id, isRemoving) => void (isRemoving ? removing.add(id) : removing.delete(id)),
    onRemoved: ({ name }) => removed.push(name),
    onFailed: ({ name }) => failed.push(name),
  }));
  return { ...removals, sent, failed, removed, removing };
}
const anna = { id: "a", name: "Anna" };
const ben = { id: "b", name: "Ben" };

test("R4.19 a removed chat is deleted once the time for an undo is over, and once however often it is pressed", async () => {
  const { add, sent, removed, removing } = given();
  expect([add(anna), add(anna)]).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([sent, [...removing], removed]).toEqual([[], ["a"], []]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([sent, [...removing], removed]).toEqual([["a"], [], ["Anna"]]);
});

test("R4.19 an undo deletes nothing, and leaves the other chat its own time", async () => {
  const { add, undo, sent, removing } = given();
  add(anna);
  await vi.advanceTimersByTimeAsync(4_000);
  add(ben);
  undo("a");
  await vi.advanceTimersByTimeAsync(3_000);
  expect([sent, [...removing]]).toEqual([[], ["b"]]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sent).toEqual(["b"]);
});

test("R4.19 a member who leaves deletes all at once, each once, and an undo comes too late", async () => {
  const { add, undo, sendNow, sent } = given(() => new Promise(() => undefined));
  add(anna);
  add(ben);
  sendNow();
  sendNow();
  await vi.advanceTimersByTimeAsync(0);
  undo("a");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual(["a", "b"]);
});

test("R4.19 a chat that could not be deleted is no longer being removed, and the member reads so", async () => {
  const { add, sendNow, failed, removed, removing } = given(() =>
    Promise.reject(new ApiFailure(0, "no_connection", "")),
  );
  add(anna);
  sendNow();
  await vi.advanceTimersByTimeAsync(0);
  expect([failed, removing.size, removed]).toEqual([["Anna"], 0, []]);
});
