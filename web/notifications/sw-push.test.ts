import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";

const source = readFileSync("web/public/sw-push.js", "utf8");

type Listener = (event: Record<string, unknown>) => void;

/** Runs the service worker. `dispatch` sends it an event, and waits until the event's `waitUntil` has settled. */
function startWorker(browser: {
  fetch?: (url: unknown, init?: RequestInit) => Promise<unknown>;
  match?: (key: string) => Promise<unknown>;
  pushManager?: object;
  navigationPreload?: object;
}) {
  const listeners = new Map<string, Listener>();
  const delays: number[] = [];
  const self = {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    skipWaiting: vi.fn(),
    clients: { claim: vi.fn(async () => {}), matchAll: async () => [] },
    registration: { pushManager: browser.pushManager, navigationPreload: browser.navigationPreload },
    crypto: { randomUUID: () => crypto.randomUUID() },
    location: { origin: "https://dating.example" },
  };
  const sandbox = {
    self,
    fetch: browser.fetch,
    // has only `match`, so that storing anything would fail the test
    caches: { match: browser.match ?? (async () => undefined) },
    setTimeout: (run: () => void, ms: number) => {
      delays.push(ms);
      queueMicrotask(run);
    },
  };
  runInNewContext(source, sandbox);
  const dispatch = async (type: string, event: object = {}) => {
    let waited: unknown;
    const keep = (promise: unknown) => {
      waited = promise;
    };
    listeners.get(type)?.({ ...event, waitUntil: keep, respondWith: keep });
    return { handled: waited !== undefined, answer: await waited };
  };
  return { self, delays, dispatch };
}

const page = { mode: "navigate", method: "GET", url: "https://dating.example/de/chats" };
const noConnection = async () => {
  throw new TypeError("Failed to fetch");
};

test("R7.05 pages come from the network, requested while the worker starts; it handles no other request", async () => {
  const fetch = vi.fn(async () => "from the network");
  const { dispatch } = startWorker({ fetch });
  expect((await dispatch("fetch", { request: page })).answer).toBe("from the network");
  const begun = { request: page, preloadResponse: Promise.resolve("begun before") };
  expect((await dispatch("fetch", begun)).answer).toBe("begun before");
  expect(fetch).toHaveBeenCalledOnce();
  for (const request of [
    { ...page, method: "POST" },
    { ...page, mode: "cors", url: "https://dating.example/api/chats.php" },
    { ...page, mode: "no-cors", url: "https://dating.example/photos/x.webp" },
  ]) {
    expect((await dispatch("fetch", { request })).handled).toBe(false);
  }
});

test("R7.05 without a connection the worker answers with the offline page, or if that is missing, the browser shows its own", async () => {
  const match = vi.fn(async () => "offline page");
  const offline = startWorker({ fetch: noConnection, match });
  expect((await offline.dispatch("fetch", { request: page })).answer).toBe("offline page");
  expect(match.mock.calls).toEqual([["/offline.html", { cacheName: "offline" }]]);
  const lost = { request: page, preloadResponse: Promise.reject(new TypeError("Failed to fetch")) };
  expect((await offline.dispatch("fetch", lost)).answer).toBe("offline page");
  for (const broken of [async () => undefined, noConnection]) {
    const worker = startWorker({ fetch: noConnection, match: broken });
    await expect(worker.dispatch("fetch", { request: page })).rejects.toThrow("Failed to fetch");
  }
});

test("R7.05 a new version of the worker takes over at once, also if the browser lacks some of the APIs that it uses", async () => {
  const enable = vi.fn(noConnection);
  const addRoutes = vi.fn(noConnection);
  for (const navigationPreload of [undefined, { enable }]) {
    const { self, dispatch } = startWorker(navigationPreload ? { navigationPreload } : {});
    await dispatch("install", navigationPreload ? { addRoutes } : {});
    await dispatch("activate");
    expect(self.skipWaiting).toHaveBeenCalledOnce();
    expect(self.clients.claim).toHaveBeenCalledOnce();
  }
  expect(enable).toHaveBeenCalledOnce();
  expect(addRoutes).toHaveBeenCalledOnce();
});

const subscription = (endpoint: string) => ({
  options: { applicationServerKey: "old key" },
  toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
  unsubscribe: vi.fn(async () => true),
});

/** A server that gives these answers in turn; `requests` are the POSTs that it got. */
function answering(...statuses: (number | "lost")[]) {
  const requests: { key: string | null; body: unknown }[] = [];
  const fetch = async (url: unknown, init?: RequestInit) => {
    if (url === "/api/settings.php") return { json: async () => ({ settings: { push_public_key: "site key" } }) };
    expect(url).toBe("/api/user.php?push=1");
    requests.push({ key: new Headers(init?.headers).get("idempotency-key"), body: JSON.parse(String(init?.body)) });
    const status = statuses.shift();
    if (status === "lost" || status === undefined) throw new TypeError("Failed to fetch");
    return { status };
  };
  return { fetch, requests };
}

test("R7.05 R7.03 a changed subscription reaches the server with five retries, each after twice the delay, under one key", async () => {
  const { fetch, requests } = answering("lost", 503, 429, 500, "lost", 200);
  const { dispatch, delays } = startWorker({ fetch, pushManager: {} });
  await dispatch("pushsubscriptionchange", { newSubscription: subscription("https://push.example/new") });
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16000]);
  expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
  expect(requests.at(-1)?.body).toEqual({
    subscription: { endpoint: "https://push.example/new", keys: { p256dh: "p", auth: "a" } },
  });
  const never = startWorker({ ...answering(), pushManager: {} });
  const lost = { newSubscription: subscription("https://push.example/new") };
  await expect(never.dispatch("pushsubscriptionchange", lost)).rejects.toThrow("Failed to fetch");
  expect(never.delays).toHaveLength(5);
});

test("R7.05 a subscription that the browser ended is renewed with its own options, or with the site's key if those are unknown", async () => {
  for (const [oldSubscription, key] of [
    [subscription("https://push.example/old"), "old key"],
    [undefined, "site key"],
  ] as const) {
    const subscribe = vi
      .fn<(options: object) => Promise<unknown>>()
      .mockRejectedValueOnce(new Error("push service error"))
      .mockResolvedValue(subscription("https://push.example/renewed"));
    const { fetch, requests } = answering(200);
    await startWorker({ fetch, pushManager: { subscribe } }).dispatch("pushsubscriptionchange", { oldSubscription });
    expect(subscribe).toHaveBeenCalledTimes(2);
    expect(subscribe.mock.calls.at(-1)?.[0]).toMatchObject({ applicationServerKey: key });
    expect(requests).toHaveLength(1);
  }
});

test("R7.05 D9.4 nothing is retried if the member revoked the permission, and a session that ended gets no pushes", async () => {
  const refuse = async () => {
    throw Object.assign(new Error("no permission"), { name: "NotAllowedError" });
  };
  const { fetch, requests } = answering(200);
  const worker = startWorker({ fetch, pushManager: { subscribe: refuse } });
  await expect(worker.dispatch("pushsubscriptionchange")).rejects.toThrow("no permission");
  expect([worker.delays, requests]).toEqual([[], []]);
  const renewed = subscription("https://push.example/new");
  await startWorker({ ...answering(403), pushManager: {} }).dispatch("pushsubscriptionchange", {
    newSubscription: renewed,
  });
  expect(renewed.unsubscribe).toHaveBeenCalledOnce();
});
