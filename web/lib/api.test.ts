import { beforeEach, expect, test, vi } from "vitest";
import { getUser } from "#contract/account.ts";
import { logIn } from "#contract/auth.ts";
import { readChat, sendMessage, sendTyping } from "#contract/chat.ts";
import { sendChatPhoto } from "#contract/chat-photos.ts";
import { sendNotice } from "#contract/content-notices.ts";
import { getCities } from "#contract/places.ts";
import { isUuid } from "#contract/uuid.ts";
import { type ApiAnswer, ApiFailure, type ApiRequest, createCall, newKey } from "./api.ts";
import { hasWaits, stopWaits } from "./site-waits.ts";
import { createIntent } from "./use-call.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
function answer(status: number, body: unknown = {}, headers: Record<string, string> = {}): ApiAnswer {
  return { status, header: (name) => headers[name] ?? null, text: async () => JSON.stringify(body) };
}

/** A server that gives these answers in turn; an error is a lost connection. */
function serverWith(...answers: (ApiAnswer | Error)[]) {
  const requests: (ApiRequest & { at: number })[] = [];
  const start = Date.now();
  const call = createCall(
    async (request) => {
      requests.push({ ...request, at: Date.now() - start });
      const next = answers[Math.min(requests.length, answers.length) - 1];
      if (next === undefined || next instanceof Error) throw next;
      return next;
    },
    { retry: true },
  );
  return { call, requests };
}

const message = { key: "of the press", body: { member: "m", text: "Hello" } };

test("R7.03 five retries, each after twice the delay, all with one Idempotency-Key", async () => {
  const { call, requests } = serverWith(answer(503, { error: { code: "unavailable", message: "Later" } }));
  const failed = call(sendMessage, message).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await failed).toMatchObject({ status: 503, code: "unavailable", message: "Later" });
  expect(requests.map((request) => request.at)).toEqual([0, 300, 900, 2100, 4500, 9300]);
  expect(new Set(requests.map((request) => request.headers["idempotency-key"])).size).toBe(1);
});

test("R7.03 a call is retried after a lost connection, and the answer counts", async () => {
  const { call, requests } = serverWith(new Error("offline"), answer(200, { conversation: { id: "c" } }));
  const sent = call(sendMessage, message);
  await vi.runAllTimersAsync();
  expect(await sent).toEqual({ conversation: { id: "c" } });
  expect(requests).toHaveLength(2);
});

const broken = (text: () => Promise<string>): ApiAnswer => ({ ...answer(200), text });

test.each([
  ["breaks after its headers", broken(() => Promise.reject(new TypeError("network error")))],
  ["is cut off", broken(async () => '{"conversation":{"id"')],
  ["is a proxy's page", broken(async () => "<html>Please log in to the hotel's network</html>")],
])("R7.03 an answer that %s is a lost connection: the call is sent again with its key", async (_, lost) => {
  const { call, requests } = serverWith(lost, answer(200, { conversation: { id: "c" } }));
  const sent = call(sendMessage, message);
  await vi.runAllTimersAsync();
  expect(await sent).toEqual({ conversation: { id: "c" } });
  expect(new Set(requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  const always = serverWith(lost);
  const failed = always.call(sendMessage, message).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await failed).toBeInstanceOf(ApiFailure);
  expect(await failed).toMatchObject({ status: 0, code: "no_connection" });
  expect(always.requests).toHaveLength(6);
});

test("R7.03 a call that stays without a connection fails with an unknown outcome", async () => {
  const { call, requests } = serverWith(new Error("offline"));
  const failed = call(getUser).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await failed).toMatchObject({ status: 0, code: "no_connection" });
  expect(requests).toHaveLength(6);
});

test("R7.03 a refused call is not retried, and its failure names the fields", async () => {
  const refusal = { error: { code: "invalid_input", message: "Please check.", fields: { text: "Too long" } } };
  const { call, requests } = serverWith(answer(400, refusal));
  const failure = await call(sendMessage, message).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject({ status: 400, code: "invalid_input", fields: { text: "Too long" } });
  expect(requests).toHaveLength(1);
});

test.each(["null", "7", '"busy"', "[]", '{"error":null}', "<html>Not found</html>", ""])(
  "R7.03 a failure whose body is %s is one by its status",
  async (body) => {
    const { call } = serverWith({ ...answer(404), text: async () => body });
    const failure = await call(sendMessage, message).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ status: 404, code: "internal_error", message: "", fields: {} });
  },
);

test("R7.03 if a rate limit's Retry-After is short, the call waits; if it is long, the call fails at once", async () => {
  const soon = serverWith(answer(429, {}, { "retry-after": "2" }), answer(200, { user: null }));
  const found = soon.call(getUser);
  await vi.runAllTimersAsync();
  expect(await found).toEqual({ user: null });
  expect(soon.requests.map((request) => request.at)).toEqual([0, 2000]);

  const late = serverWith(
    answer(429, { error: { code: "login_blocked", message: "15 min" } }, { "retry-after": "900" }),
  );
  const failure = await late.call(logIn, { body: { login: "a", password: "b" } }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "login_blocked", message: "15 min" });
  expect(late.requests).toHaveLength(1);
});

/** The answer of a site that moves. */
const away = (seconds = "15") =>
  answer(503, { error: { code: "unavailable", message: "Back in a moment" } }, { "retry-after": seconds });
const done = answer(200, { conversation: { id: "c" } });
/** How far into its spread each pause lasts, from 0 to 1. */
const spread = (share: number) => vi.spyOn(Math, "random").mockReturnValue(share);
/** Sends a message; the answer, or the failure. */
const sendTo = ({ call }: ReturnType<typeof serverWith>, input = message) =>
  call(sendMessage, input).catch((error: unknown) => error);

test("R7.03 0126 a write waits for a site that is away for a moment, and is sent again with its key when that asks for it", async () => {
  spread(0.6);
  const server = serverWith(away(), away("5"), done);
  const sent = sendTo(server);
  await vi.advanceTimersByTimeAsync(17_999);
  expect([server.requests.length, hasWaits()]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(1);
  expect([server.requests.length, hasWaits()]).toEqual([2, true]);
  await vi.runAllTimersAsync();
  expect(await sent).toEqual({ conversation: { id: "c" } });
  expect(server.requests.map(({ at }) => at)).toEqual([0, 18_000, 24_000]);
  expect(new Set(server.requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  expect(hasWaits()).toBe(false);
});

test.each([
  ["the key of a press", { key: "of the press" }, undefined, true],
  ["the key of an intent", {}, () => "of the form", true],
  ["no such key, as the page does it by itself", {}, undefined, false],
] as const)(
  "0126 a write with %s waits, and is told of only if its member began it",
  async (_, input, keyFor, isTold) => {
    spread(0);
    const keys: unknown[] = [];
    const call = createCall(
      async ({ headers }) => {
        keys.push(headers["idempotency-key"]);
        return keys.length === 1 ? away() : answer(200);
      },
      { retry: true, keyFor },
    );
    const marked = call(readChat, { ...input, body: { conversation: { id: "c" } } });
    await vi.advanceTimersByTimeAsync(14_999);
    expect([keys.length, hasWaits()]).toEqual([1, isTold]);
    await vi.advanceTimersByTimeAsync(1);
    await marked;
    expect([keys.length, new Set(keys).size, hasWaits()]).toEqual([2, 1, false]);
  },
);

test("0126 those who wait come back over a third more of the time, not in the same second", async () => {
  const server = serverWith(away());
  const seconds = new Set<number>();
  for (let member = 0; member < 200; member += 1) void sendTo(server);
  await vi.advanceTimersByTimeAsync(20_000);
  for (const { at } of server.requests.slice(200, 400)) seconds.add(Math.floor(at / 1000));
  expect([...seconds].sort((a, b) => a - b)).toEqual([15, 16, 17, 18, 19]);
  await vi.runAllTimersAsync();
});

test("0126 after two minutes the call fails, and can be repeated; it waits anew then", async () => {
  spread(0);
  const server = serverWith(away());
  for (const tries of [9, 18]) {
    const failed = sendTo(server);
    await vi.runAllTimersAsync();
    expect(await failed).toMatchObject({ status: 503, message: "Back in a moment", stopped: false });
    expect([server.requests.length, hasWaits()]).toEqual([tries, false]);
  }
  expect(server.requests[8]?.at).toBe(120_000);
});

test.each([
  ["reads", (call: ReturnType<typeof createCall>) => call(getUser)],
  ["has no key", (call: ReturnType<typeof createCall>) => call(logIn, { body: { login: "a", password: "b" } })],
  [
    "is over by then",
    (call: ReturnType<typeof createCall>) => call(sendTyping, { body: { conversation: { id: "c" } } }),
  ],
])("0126 a call that %s does not wait for the site", async (_, run) => {
  const { call, requests } = serverWith(away());
  const failed = run(call).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(9_300);
  expect(await failed).toMatchObject({ status: 503 });
  expect([requests.length, hasWaits()]).toEqual([6, false]);
});

test.each(["0", "-3", "soon", "Fri, 31 Dec 1999 23:59:59 GMT"])(
  "R7.03 a Retry-After of %j names no time: the retries are those of any failure",
  async (seconds) => {
    const server = serverWith(away(seconds));
    const failed = sendTo(server);
    await vi.runAllTimersAsync();
    expect(await failed).toMatchObject({ status: 503 });
    expect(server.requests.map(({ at }) => at)).toEqual([0, 300, 900, 2100, 4500, 9300]);
  },
);

test("0126 a write that is told to come back in an hour fails at once", async () => {
  const server = serverWith(away("3600"));
  expect(await sendTo(server)).toMatchObject({ status: 503 });
  expect([server.requests.length, hasWaits()]).toEqual([1, false]);
});

test("0126 a wait that its member stops fails at once; so does one that is stopped while it asks again", async () => {
  const server = serverWith(away());
  const failed = sendTo(server);
  await vi.advanceTimersByTimeAsync(1_000);
  stopWaits();
  expect(await failed).toMatchObject({ status: 503, message: "Back in a moment", stopped: true });
  expect([server.requests.length, hasWaits()]).toEqual([1, false]);

  let asked = 0;
  const call = createCall(
    async () => {
      asked += 1;
      if (asked === 2) stopWaits();
      return away();
    },
    { retry: true },
  );
  const stopped = call(sendMessage, message).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await stopped).toMatchObject({ status: 503, stopped: true });
  expect([asked, hasWaits()]).toEqual([2, false]);
});

test("0126 a connection that is lost while a write waits is retried as any, and the wait goes on", async () => {
  spread(0);
  const server = serverWith(away(), new Error("offline"), away(), done);
  const sent = sendTo(server);
  await vi.runAllTimersAsync();
  expect(await sent).toEqual({ conversation: { id: "c" } });
  expect(server.requests.map(({ at }) => at)).toEqual([0, 15_000, 15_300, 30_300]);
});

test("0126 an outage that follows is one: five retries", async () => {
  spread(0);
  const server = serverWith(away(), answer(503));
  const failed = sendTo(server);
  await vi.runAllTimersAsync();
  expect(await failed).toMatchObject({ status: 503 });
  expect(server.requests).toHaveLength(7);
});

test("0126 a device that slept for an hour sends nothing by itself", async () => {
  const server = serverWith(away(), done);
  const failed = sendTo(server);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.runAllTimersAsync();
  expect(await failed).toMatchObject({ status: 503 });
  expect([server.requests.length, hasWaits()]).toEqual([1, false]);
});

test("0126 aborting the signal ends a wait", async () => {
  const server = serverWith(away());
  const controller = new AbortController();
  const failed = server.call(sendMessage, { ...message, signal: controller.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  controller.abort(new Error("left"));
  expect(await failed).toMatchObject({ message: "left" });
  expect(hasWaits()).toBe(false);
});

test("R7.03 aborting the signal ends the retries", async () => {
  const { call, requests } = serverWith(new Error("offline"));
  const controller = new AbortController();
  const failed = call(getUser, { signal: controller.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  controller.abort(new Error("left"));
  await vi.runAllTimersAsync();
  expect(await failed).toMatchObject({ message: "left" });
  expect(requests).toHaveLength(3);
});

test("R7.02 calls of user.php send X-Request-Type: client, others do not", async () => {
  const { call, requests } = serverWith(answer(200));
  await call(getUser);
  await call(logIn, { body: { login: "a", password: "b" } });
  await call(getCities, { query: { country: "DE", text: "Köln & Bonn" } });
  expect(requests.map((request) => request.headers["x-request-type"])).toEqual(["client", "client", undefined]);
  expect(requests[2]?.url).toBe("/api/cities.php?country=DE&text=K%C3%B6ln+%26+Bonn");
  expect(requests[1]).toMatchObject({ method: "POST", body: '{"login":"a","password":"b"}' });
});

test("R1.06 a file among the fields goes as a form without its name, whose content type the browser sets", async () => {
  const { call, requests } = serverWith(answer(200));
  const { method, path, clientHeader, key } = sendChatPhoto;
  // the browser's build of the contract has only these fields of a call
  const uploadCall = { method, path, clientHeader, key } as typeof sendChatPhoto;
  await call(uploadCall, { body: { member: "m", text: "Hello", file: new File(["bytes"], "anna.jpg") } });
  const form = requests[0]?.body as FormData;
  expect(requests[0]?.headers).not.toHaveProperty("content-type");
  expect([form.get("member"), form.get("text")]).toEqual(["m", "Hello"]);
  expect(form.get("file")).toMatchObject({ name: "file", size: 5 });
});

test("R6.09 onLoginNeeded runs for a call that needs a login", async () => {
  const paths: string[] = [];
  const refusal = { error: { code: "authentication_required", message: "" }, authentication_required: true };
  const call = createCall(async () => answer(403, refusal), {
    retry: true,
    onLoginNeeded: ({ path }) => paths.push(path),
  });
  await expect(call(sendMessage, message)).rejects.toMatchObject({ loginNeeded: true });
  expect(paths).toEqual(["/api/message.php"]);
});

test("R7.03 the same input keeps its key until its outcome is known, another text gets its own", () => {
  const intent = createIntent();
  const keyFor = (text: string) => intent.keyFor(sendMessage, { text });
  const first = keyFor("Hello");
  expect(isUuid(first)).toBe(true);
  const second = keyFor("Hello there");
  expect(second).not.toBe(first);
  expect([keyFor("Hello"), keyFor("Hello there")]).toEqual([first, second]);
  expect(intent.keyFor(sendNotice, { text: "Hello" })).not.toBe(first);
  intent.settle();
  expect(keyFor("Hello there")).not.toBe(second);
});

test("R7.03 another picture is another intent, alone or among fields", () => {
  const [blurred, sharp] = [new Blob(["blurred"]), new Blob(["sharp"])];
  const { keyFor } = createIntent();
  const keys = [blurred, sharp, { file: blurred }, { file: sharp }].map((body) => keyFor(sendChatPhoto, body));
  expect(new Set(keys).size).toBe(4);
  expect(keyFor(sendChatPhoto, { file: sharp })).toBe(keys[3]);
});

test("R7.03 bodies that differ little have different keys", () => {
  const { keyFor } = createIntent();
  const texts = Array.from({ length: 20_000 }, (_, number) => number.toString(2));
  expect(new Set(texts.map((text) => keyFor(sendMessage, { text }))).size).toBe(texts.length);
});

test("a key is a random uuid on plain http too", () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
  expect(newKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
