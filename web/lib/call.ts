import { type CallFunction, type CallOptions, createCall, type KeyedCall, type Transport } from "./api.ts";
import { createListeners } from "./listeners.ts";
import { findShownMember } from "./shown-member.ts";

const logoutListeners = createListeners();
const otherMemberListeners = createListeners<[message: string]>();

const fetchTransport: Transport = async ({ method, url, headers, body, signal, keepalive = false }) => {
  const language = document.documentElement.lang;
  const response = await fetch(url, {
    method,
    headers: { ...headers, "accept-language": language },
    credentials: "same-origin",
    body: body ?? null,
    signal: signal ?? null,
    keepalive,
  });
  return { status: response.status, header: (name) => response.headers.get(name), text: () => response.text() };
};

export const createBrowserCall = (transport: Transport = fetchTransport, keyFor?: CallOptions["keyFor"]) =>
  createCall(transport, {
    retry: true,
    keyFor,
    onLoginNeeded: ({ path }) => {
      if (path !== "/api/user.php") logoutListeners.emit();
    },
    member: findShownMember,
    onOtherMember: otherMemberListeners.emit,
  });

/** `await call(likeMember, { key, body: { id } })`: retries with backoff under one `Idempotency-Key`. */
export const call: KeyedCall = createBrowserCall();

/** What the page does by itself, as to mark what it shows as seen: should it wait for the site, no one is told. */
export const callByItself: CallFunction = createBrowserCall();

/** Runs `listener` if any call but user.php finds the member logged out. Returns a function that stops it. */
export const onLoggedOut = logoutListeners.listen;

/** Runs `listener` if the session is found to be another member's than this page. Returns a function that stops it. */
export const onOtherMember = otherMemberListeners.listen;

/** The data of a page was refused for that: it is loaded by the router, not by `call`. */
export const reportOtherMember = otherMemberListeners.emit;
