import { expect, test } from "vitest";
import { ApiFailure, newKey } from "#web/lib/api.ts";
import type { Unsent } from "./local-messages.ts";
import { type About, createMessageOutbox, type MessageTools, type Sent } from "./outbox.ts";

const start = Date.UTC(2026, 10, 20, 10);

function outbox(answers: (Sent | Error)[], kept: Unsent[] = []) {
  const keys: string[] = [];
  const prices: (number | undefined)[] = [];
  const sent: Sent[] = [];
  const returned: string[] = [];
  const unsent: string[] = [];
  const stored = new Map(kept.map((message) => [message.key, message]));
  const seen = {
    get kept() {
      return [...stored.values()];
    },
  };
  const tools: MessageTools = {
    now: () => start,
    credits: 1,
    readStored: () => [...stored.values()],
    store: (message) => stored.set(message.key, message),
    forget: (key) => stored.delete(key),
    send: async (key, { credits }) => {
      keys.push(key);
      prices.push(credits);
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error("no answer left");
      return answer;
    },
    onSent: (answer) => sent.push(answer),
    onUnsent: ({ code }) => unsent.push(code),
    onReturned: (text) => returned.push(text),
  };
  const messages = createMessageOutbox(() => tools);
  const add = (text: string, key = newKey(), about: About = {}) => messages.add(text, key, about);
  const shown = () => messages.items().map(({ value, state }) => [value.text, state]);
  return { outbox: { ...messages, add }, tools, keys, prices, sent, returned, unsent, stored, seen, shown };
}

const done = { conversation: { id: "c" }, credits: 4 } as Sent;
const noConnection = () => new ApiFailure(0, "no_connection", "");
const kept = (state: Unsent["state"], at = start): Unsent => ({
  key: "k",
  text: "Hi",
  at: new Date(at).toISOString(),
  state,
});

test("R7.03 a message shows while it is being sent, and is deleted from the outbox once it is sent", async () => {
  const { outbox: box, sent, seen } = outbox([done]);
  const sending = box.add("Hi");
  expect(seen.kept).toMatchObject([{ text: "Hi", state: "sending" }]);
  expect(box.items()).toMatchObject([{ value: { text: "Hi" } }]);
  await sending;
  expect([box.items(), seen.kept, sent]).toEqual([[], [], [done]]);
});

test("R7.03 a message without an answer waits, and its retry has the same key, that of its form", async () => {
  const { outbox: box, keys, seen } = outbox([noConnection(), done]);
  await box.add("Hi", "form");
  expect(box.items()).toMatchObject([{ state: "unknown" }]);
  expect(seen.kept).toMatchObject([{ text: "Hi", state: "unknown" }]);
  await box.retry(box.items()[0]?.key ?? "");
  expect(keys).toEqual(["form", "form"]);
  expect(box.items()).toEqual([]);
});

test.each([
  ["R1.04 without credits", 402, "not_enough_credits"],
  ["R10.05 outside the other member's wishes", 403, "outside_wishes"],
] as const)("%s the text goes back to the field", async (_, status, code) => {
  const { outbox: box, returned } = outbox([new ApiFailure(status, code, "You do not have …")]);
  await box.add("Hi");
  expect([returned, box.items()]).toEqual([["Hi"], []]);
});

test("R8.01 a message that the server refuses for another reason stays, with the server's words", async () => {
  const { outbox: box } = outbox([new ApiFailure(404, "profile_not_found", "Gone")]);
  await box.add("Hi");
  expect(box.items()).toMatchObject([{ state: "refused", failure: { message: "Gone" } }]);
});

test("D6.1 a message whose price has risen stays, and is sent again at the price that its author sees by then", async () => {
  const { outbox: box, tools, keys, prices, seen } = outbox([new ApiFailure(409, "message_price_changed", "2"), done]);
  await box.add("Hi", "form");
  expect(box.items()).toMatchObject([
    { value: { text: "Hi", credits: 1 }, state: "refused", failure: { message: "2" } },
  ]);
  tools.credits = 2;
  await box.retry("form");
  expect([keys, prices, seen.kept]).toEqual([["form", "form"], [1, 2], []]);
});

test("D6.1 R7.03 what is sent again without asking the member keeps the price that they saw", async () => {
  const { outbox: box, tools, prices, seen } = outbox([noConnection(), done]);
  await box.add("Hi");
  expect(seen.kept).toMatchObject([{ credits: 1 }]);
  tools.credits = 2;
  await box.resendUnanswered();
  const later = outbox([done], [{ ...kept("sending"), credits: 1 }]);
  later.tools.credits = 2;
  await later.outbox.restore();
  expect([prices, later.prices]).toEqual([[1, 1], [1]]);
});

test("0126 a message whose wait its member stopped is sent again only if they ask for that", async () => {
  const stopped = Object.assign(new ApiFailure(503, "unavailable", ""), { stopped: true });
  const { outbox: box, keys, sent } = outbox([stopped, done]);
  await box.add("Hi", "form");
  await box.resendUnanswered();
  expect([box.items()[0]?.state, sent]).toEqual(["unknown", []]);
  await box.retry("form");
  expect([keys, sent]).toEqual([["form", "form"], [done]]);
});

test("R2.22 messages are sent in the order they were written", async () => {
  const { outbox: box, keys, sent } = outbox([done, done]);
  void box.add("One");
  const second = box.items()[0]?.key;
  await box.add("Two");
  expect([sent.length, keys[0]]).toEqual([2, second]);
});

test("R7.03 if the page is left while sending, the next page sends the message again with its key within five minutes", async () => {
  const { outbox: box, keys } = outbox([done], [kept("sending")]);
  await box.restore();
  expect([keys, box.items()]).toEqual([["k"], []]);
});

test("R7.03 after five minutes nothing is sent again without asking the member", async () => {
  const { outbox: box, keys } = outbox([], [kept("sending", start - 5 * 60_000)]);
  await box.restore();
  await box.resendUnanswered();
  expect([keys, box.items()[0]?.state]).toEqual([[], "unknown"]);
});

test("R7.03 once the connection is back, messages without an answer are sent again, refused ones are not", async () => {
  const { outbox: box, keys } = outbox([done], [kept("unknown"), { ...kept("refused"), key: "r" }]);
  await box.restore();
  expect(keys).toEqual([]);
  await box.resendUnanswered();
  expect([keys, box.items().map(({ key }) => key)]).toEqual([["k"], ["r"]]);
});

test("R7.03 a message that another page of its chat sent, deleted or sends now is not sent again", async () => {
  const messages = ["sent", "sending", "unknown"].map((key) => ({ ...kept("unknown"), key }));
  const { outbox: box, keys, stored } = outbox([done], messages);
  await box.restore();
  stored.delete("sent");
  stored.set("sending", { ...kept("sending"), key: "sending" });
  await box.resendUnanswered();
  expect(keys).toEqual(["unknown"]);
});

test("R7.03 R8.01 a message that stays unsent is reported each time; one that goes back to the field is not", async () => {
  const answers = [noConnection(), new ApiFailure(404, "profile_not_found", "Gone"), new ApiFailure(403, "muted", "")];
  const { outbox: box, unsent } = outbox(answers);
  await box.add("One", "one");
  await box.retry("one");
  await box.add("Two");
  expect(unsent).toEqual(["no_connection", "profile_not_found"]);
});

test("R7.03 an error that no one foresaw neither loses the message nor holds up the next one", async () => {
  const { outbox: box, sent, shown } = outbox([new SyntaxError("Unexpected token"), done]);
  const broken = box.add("One");
  const next = box.add("Two");
  await expect(broken).rejects.toThrow("Unexpected token");
  await next;
  expect([sent, shown()]).toEqual([[done], [["One", "unknown"]]]);
});

test("R7.03 a message that is removed while it waits for another one is not sent", async () => {
  const { outbox: box, keys, seen } = outbox([done]);
  const first = box.add("One");
  const second = box.add("Two");
  box.remove(box.items()[1]?.key ?? "");
  await Promise.all([first, second]);
  expect([keys.length, seen.kept, box.items()]).toEqual([1, [], []]);
});

test("R11.01 R11.02 a message that was not sent keeps what it answers and replies to, also after a reload", async () => {
  const question = { id: "q", text: "Sea or mountains?" };
  const reply = { kind: "line", id: "l", mine: false, text: "I sail." } as const;
  const before = outbox([noConnection()]);
  await before.outbox.add("The sea", "k", { question, reply });
  expect(before.seen.kept).toMatchObject([{ text: "The sea", question, reply }]);
  const after = outbox([done], [...before.seen.kept]);
  await after.outbox.restore();
  const [item] = after.outbox.items();
  expect(item?.value).toMatchObject({ question, reply });
});
