// The service worker for pushes and for the offline page (R7.05). It stores nothing itself: the only page in its cache
// is the offline page, which a member's page puts there (`web/lib/offline.ts`). Every other answer comes from the
// network. A new version replaces this one at once, and no version answers a page without trying the network. So a
// broken version does no lasting harm.

self.addEventListener("install", (event) => {
  self.skipWaiting();
  // files and calls bypass the worker, in browsers that support static routes
  const others = { condition: { not: { requestMode: "navigate" } }, source: "network" };
  event.waitUntil(event.addRoutes?.(others).catch(() => undefined));
});
self.addEventListener("activate", (event) => event.waitUntil(start()));

async function start() {
  await self.clients.claim();
  // the browser requests pages while the worker starts, so that they are not delayed
  await self.registration.navigationPreload?.enable().catch(() => undefined);
}

/** The page from the network; without a connection the offline page, at the requested address. */
async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const offline = await caches.match("/offline.html", { cacheName: "offline" }).catch(() => undefined);
    if (offline === undefined) throw error;
    return offline;
  }
}

self.addEventListener("fetch", (event) => {
  const { mode, method } = event.request;
  if (mode === "navigate" && method === "GET") event.respondWith(open(event));
});

const openPages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** The push's address as a path of this site, never of another one. */
function ownAddress(path) {
  const address = new URL(typeof path === "string" ? path : "/", self.location.origin);
  return address.origin === self.location.origin ? address.href : self.location.origin;
}

async function show(push) {
  const pages = await openPages();
  // open pages refresh what their badges count (R4.22)
  for (const page of pages) page.postMessage({ type: "push" });
  const { title = "", tag, lang, url } = push;
  if (title === "") return;
  const looking = pages.some((page) => page.visibilityState === "visible");
  const renotify = !looking && tag !== undefined;
  await self.registration.showNotification(title, { tag, lang, renotify, silent: looking, data: { url } });
}

self.addEventListener("push", (event) => {
  let push = {};
  try {
    push = event.data?.json() ?? {};
  } catch {
    // not one of our messages
  }
  event.waitUntil(show(push));
});

/** Asks a page to navigate by itself, so that nothing typed is lost; false if the page does not answer in time. */
function goWithin(page, url) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), 500);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    page.postMessage({ type: "open", url }, [port2]);
  });
}

async function bringUp(path) {
  const url = ownAddress(path);
  const pages = await openPages();
  const page = pages.find(({ visibilityState }) => visibilityState === "visible") ?? pages[0];
  if (page === undefined) return await self.clients.openWindow(url);
  // if the browser does not let the window come to the front, the page is still opened
  await page.focus().catch(() => undefined);
  if (!(await goWithin(page, url))) await page.navigate(url);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(bringUp(event.notification.data?.url));
});

const retries = 5;
const firstDelayMs = 1_000;

/** Repeats a task that throws, each time after twice the delay (R7.03). */
async function withRetries(task) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await task();
    } catch (error) {
      // without the member's permission a retry can't succeed
      if (tries === retries || error?.name === "NotAllowedError") throw error;
      await new Promise((resolve) => setTimeout(resolve, firstDelayMs * 2 ** tries));
    }
  }
}

/** The options for a subscription if the browser does not know the old ones: the site's current key. */
async function usualOptions() {
  const { settings } = await (await fetch("/api/settings.php")).json();
  return { userVisibleOnly: true, applicationServerKey: settings.push_public_key };
}

/**
 * The browser's address at the push service has changed: subscribes again if necessary, and sends the new address to
 * the server, with one key for all tries. If all fail, the member's next visit does it (`syncDevice`).
 */
async function renew({ oldSubscription, newSubscription }) {
  const { pushManager } = self.registration;
  const subscription = await withRetries(
    async () => newSubscription ?? (await pushManager.subscribe(oldSubscription?.options ?? (await usualOptions()))),
  );
  const { endpoint, keys } = subscription.toJSON();
  const key = self.crypto.randomUUID();
  await withRetries(async () => {
    const { status } = await fetch("/api/user.php?push=1", {
      method: "POST",
      headers: { "content-type": "application/json", "x-request-type": "client", "idempotency-key": key },
      body: JSON.stringify({ subscription: { endpoint, keys } }),
    });
    if (status === 429 || status >= 500) throw new Error(`answered ${status}`);
    // the session has ended, and the subscription with it
    if (status === 403) await subscription.unsubscribe();
  });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
