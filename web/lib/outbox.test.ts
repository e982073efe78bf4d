import { expect, test } from "vitest";
import { ApiFailure } from "./api.ts";
import { atOnce, createOutbox, type OutboxTools, type Pending } from "./outbox.ts";

type Body = Record<string, number>;
const offline = () => new ApiFailure(0, "no_connection", "");
const refusal = () => new ApiFailure(400, "invalid_input", "No");
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** An outbox whose server answers when the test says so. */
function given(tools: Partial<OutboxTools<Body>> = {}) {
  const sent: { key: string; value: Body; signal: AbortSignal; end(error?: Error): Promise<unknown> }[] = [];
  const stored = new Map<string, Pending<Body>>();
  const outbox = createOutbox<Body>(() => ({
    send: ({ key, value }, signal) =>
      new Promise<void>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        const end = (error?: Error) => {
          if (error) reject(error);
          else resolve();
          return settled();
        };
        sent.push({ key, value, signal, end });
      }),
    onChange: (item, exists) => (exists ? stored.set(item.key, item) : stored.delete(item.key)),
    ...tools,
  }));
  const add = (value: Body) => {
    outbox.add(value).catch(() => undefined);
    return settled();
  };
  const shown = () => outbox.items().map(({ value, state }) => [value, state]);
  return { outbox, sent, add, shown, stored };
}
const merging = { merge: (older: Body, newer: Body) => ({ ...older, ...newer }) };

test("R7.03 changes are sent one after the other, and each is shown and stored until its answer", async () => {
  const { sent, add, shown, stored } = given();
  await add({ a: 1 });
  await add({ a: 2 });
  expect([sent.length, shown(), stored.size]).toEqual([
    1,
    [
      [{ a: 1 }, "sending"],
      [{ a: 2 }, "waiting"],
    ],
    2,
  ]);
  await sent[0]?.end();
  expect([sent.length, shown(), stored.size]).toEqual([2, [[{ a: 2 }, "sending"]], 1]);
  await sent[1]?.end();
  expect([shown(), stored.size]).toEqual([[], 0]);
});

test("R7.03 a change whose answer is lost keeps its key, and goes before those that were added later", async () => {
  const { outbox, sent, add, shown } = given();
  await add({ a: 1 });
  await add({ b: 2 });
  await add({ c: 3 });
  await sent[0]?.end(offline());
  expect(shown()[0]).toEqual([{ a: 1 }, "unknown"]);
  void outbox.retry(outbox.items()[0]?.key ?? "");
  // a second tap on the button sends nothing twice
  void outbox.retry(outbox.items()[0]?.key ?? "");
  await sent[1]?.end();
  expect([sent[2]?.value, sent[2]?.key]).toEqual([{ a: 1 }, sent[0]?.key]);
  await sent[2]?.end();
  await sent[3]?.end();
  expect([sent.length, shown()]).toEqual([4, []]);
});

test("a refused change leaves the list if its screen says so, and with it what the screen shows", async () => {
  const { sent, add, shown } = given({ onFailure: () => null });
  await add({ a: 1 });
  await add({ b: 2 });
  await sent[0]?.end(refusal());
  expect(shown()).toEqual([[{ b: 2 }, "sending"]]);
});

test("R7.03 an error that no one foresaw is thrown, keeps the change, and does not hold up the next one", async () => {
  const { outbox, sent, add, shown } = given();
  const broken = outbox.add({ a: 1 });
  await add({ b: 2 });
  await Promise.all([expect(broken).rejects.toThrow("not JSON"), sent[0]?.end(new SyntaxError("not JSON"))]);
  expect(shown()).toEqual([
    [{ a: 1 }, "unknown"],
    [{ b: 2 }, "sending"],
  ]);
});

test("removing a change aborts it, and one that waits is never sent", async () => {
  const { outbox, sent, add, shown } = given();
  await add({ a: 1 });
  await add({ b: 2 });
  await add({ c: 3 });
  for (const { key } of outbox.items().slice(0, 2)) outbox.remove(key);
  await settled();
  expect([sent[0]?.signal.aborted, shown(), sent[1]?.value]).toEqual([true, [[{ c: 3 }, "sending"]], { c: 3 }]);
});

test("R2.20 changes made during a save are sent after it as one, under a key of their own", async () => {
  const { sent, add, shown } = given(merging);
  await add({ a: 1 });
  await add({ b: 2 });
  await add({ b: 3, c: 4 });
  expect(shown()).toEqual([
    [{ a: 1 }, "sending"],
    [{ b: 3, c: 4 }, "waiting"],
  ]);
  await sent[0]?.end();
  expect([sent[1]?.value, sent[1]?.key === sent[0]?.key]).toEqual([{ b: 3, c: 4 }, false]);
});

test("a save that fails goes along with the next one, whether that was waiting already or comes later", async () => {
  const { sent, add, shown } = given(merging);
  await add({ a: 1, b: 1 });
  await add({ b: 2 });
  await sent[0]?.end(offline());
  expect(sent[1]?.value).toEqual({ a: 1, b: 2 });
  await sent[1]?.end(offline());
  expect(shown()).toEqual([[{ a: 1, b: 2 }, "unknown"]]);
  await add({ b: 3 });
  expect([sent[2]?.value, new Set(sent.map(({ key }) => key)).size]).toEqual([{ a: 1, b: 3 }, 3]);
});

test("changes of the last visit are taken over once, and only those that wait are sent", async () => {
  const { outbox, sent, shown } = given();
  const restored = (["waiting", "refused"] as const).map((state) => ({ key: state, value: {}, state, failure: null }));
  void outbox.restore(restored);
  void outbox.restore(restored);
  await settled();
  expect([sent.map(({ key }) => key), shown().length]).toEqual([["waiting"], 2]);
});

test("attempts that need no order don't wait for each other, and begin at once, as a page that closes needs it", () => {
  const { outbox, sent } = given({ inTurn: atOnce });
  void outbox.add({ a: 1 });
  void outbox.add({ b: 2 });
  expect(sent.map(({ value }) => value)).toEqual([{ a: 1 }, { b: 2 }]);
});
