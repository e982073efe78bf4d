import type { Question } from "#contract/opening-questions.ts";
import type { Quote } from "#contract/quotes.ts";
import { createListeners } from "#web/lib/listeners.ts";
import { localStore } from "#web/lib/storage.ts";
import { tracePrefix } from "#web/lib/traces.ts";

/** All attempts have the same `Idempotency-Key`. `credits`: the price that its author saw. */
export type Unsent = {
  key: string;
  text: string;
  at: string;
  credits?: number | undefined;
  /** What it answers, of a first message. */
  question?: AskedQuestion | undefined;
  /** What it replies to. */
  reply?: Quote | undefined;
  state: UnsentState;
};
export type AskedQuestion = Pick<Question, "id" | "text">;
/** `refused`: the server did not take it. `unknown`: no answer came, but the message may have arrived. */
export type UnsentState = (typeof states)[number];
const states = ["sending", "refused", "unknown"] as const;

const draftKey = (viewer: string, partner: string) => `${tracePrefix}draft:${viewer}:${partner}`;
/** Each message is an entry of its own: two tabs of a chat do not replace each other's. */
const unsentPrefix = (viewer: string) => `${tracePrefix}unsent:${viewer}`;
const unsentKey = (viewer: string, partner: string, key = "") => `${unsentPrefix(viewer)}:${partner}:${key}`;

function storeText(key: string, text: string): void {
  if (text === "") localStore.removeItem(key);
  else localStore.setItem(key, text);
}

/** The draft of `viewer` to `partner`. Stored per member, so that another member who logs in here does not get it. */
export function readDraft(viewer: string, partner: string): string {
  return localStore.getItem(draftKey(viewer, partner)) ?? "";
}

const changeListeners = createListeners();

/** Stores a draft, so that it survives a reload or a visit to the payment provider; an empty draft is deleted. */
export function saveDraft(viewer: string, partner: string, text: string): void {
  storeText(draftKey(viewer, partner), text.trim() === "" ? "" : text);
  changeListeners.emit();
}

export function onLocalChange(listener: () => void): () => void {
  const stop = changeListeners.listen(listener);
  window.addEventListener("storage", listener);
  return () => {
    stop();
    window.removeEventListener("storage", listener);
  };
}

function parseUnsent(text: string | null): Unsent | null {
  try {
    const message: unknown = JSON.parse(text ?? "null");
    return isUnsent(message) ? message : null;
  } catch {
    return null;
  }
}

/** The messages that were not known to be sent when the member left the page, in the order they were written. */
export function readUnsent(viewer: string, partner: string): Unsent[] {
  const start = unsentKey(viewer, partner);
  const messages = localStore
    .keys()
    .flatMap((key) => (key.startsWith(start) ? [parseUnsent(localStore.getItem(key))] : []));
  return messages.filter((message) => message !== null).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** It was refused, got no answer, or was being sent when its page was closed. */
export function hasUnsent(viewer: string, partner: string): boolean {
  const isRunning = ({ state, at }: Unsent) => state === "sending" && Date.parse(at) >= performance.timeOrigin;
  return readUnsent(viewer, partner).some((message) => !isRunning(message));
}

/** The members who did not get a message that `viewer` wrote to them, as in `hasUnsent`. */
export function findUnsentPartners(viewer: string): string[] {
  const start = `${unsentPrefix(viewer)}:`;
  const partners = localStore
    .keys()
    .flatMap((key) => (key.startsWith(start) ? key.slice(start.length).split(":", 1) : []));
  return [...new Set(partners)].filter((partner) => hasUnsent(viewer, partner));
}

function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== "object" || value === null) return false;
  const { key, text, at, credits, question, reply, state } = value as Record<string, unknown>;
  const isKnownState = states.some((name) => name === state);
  const isPrice = credits === undefined || typeof credits === "number";
  const isOptional = (part: unknown) => part === undefined || (typeof part === "object" && part !== null);
  return (
    isKnownState &&
    isPrice &&
    isOptional(question) &&
    isOptional(reply) &&
    typeof key === "string" &&
    typeof text === "string" &&
    typeof at === "string"
  );
}

export function saveUnsent(viewer: string, partner: string, message: Unsent): void {
  localStore.setItem(unsentKey(viewer, partner, message.key), JSON.stringify(message));
  changeListeners.emit();
}

export function deleteUnsent(viewer: string, partner: string, key: string): void {
  localStore.removeItem(unsentKey(viewer, partner, key));
  changeListeners.emit();
}
