import { createCall, type Transport } from "./api.ts";

type Listener = () => void;
const listeners = new Set<Listener>();

const overFetch: Transport = async ({ method, url, headers, body, signal }) => {
  const language = document.documentElement.lang;
  const response = await fetch(url, {
    method,
    headers: { ...headers, "accept-language": language },
    credentials: "same-origin",
    body: body ?? null,
    signal: signal ?? null,
  });
  return { status: response.status, header: (name) => response.headers.get(name), text: () => response.text() };
};

/** The browser's client over another transport, as one that tells how far a file has come. */
export const callOver = (transport: Transport) =>
  createCall(transport, {
    retry: true,
    onLoginNeeded: ({ path }) => {
      if (path !== "/api/user.php") for (const listener of listeners) listener();
    },
  });

/**
 * The browser's way to the API: `await call(likeMember, { body: { id } })`. Five retries with exponential delay under
 * one `Idempotency-Key` (R7.03); throws `ApiFailure`.
 */
export const call = callOver(overFetch);

/** Runs when any call but user.php found that nobody is logged in any more (R6.09). Answers how to stop listening. */
export function onLoggedOut(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
