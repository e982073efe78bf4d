// The service worker for pushes (R7.05). It keeps no pages and answers no requests: without pushes it does nothing.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const openPages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** A path of this site and nothing else, whatever the push says. */
function ownAddress(path) {
  const address = new URL(typeof path === "string" ? path : "/", self.location.origin);
  return address.origin === self.location.origin ? address.href : self.location.origin;
}

async function show(push) {
  const pages = await openPages();
  // who is logged in refreshes what the badges count (R4.22)
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
    // not one of ours
  }
  event.waitUntil(show(push));
});

/** Asks a page to go there by itself, so that nothing typed is lost; false where nobody answers in time. */
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

async function open(path) {
  const url = ownAddress(path);
  const pages = await openPages();
  const page = pages.find(({ visibilityState }) => visibilityState === "visible") ?? pages[0];
  if (page === undefined) return await self.clients.openWindow(url);
  // a browser that lets no window come to the front opens the page behind
  await page.focus().catch(() => undefined);
  if (!(await goWithin(page, url))) await page.navigate(url);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url));
});

/** The browser has changed its address at the push service: the server hears of the new one. */
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options ?? newSubscription?.options;
  if (options === undefined) return;
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/api/user.php?push=1", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-request-type": "client",
      "idempotency-key": self.crypto.randomUUID(),
    },
    body: JSON.stringify({ subscription: { endpoint, keys } }),
  });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
