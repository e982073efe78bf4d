import { trackingFields } from "#contract/constants.ts";
import type { Tracking } from "./tracking.ts";
import { type SignupField, type SignupValues, signupFields } from "./values.ts";

/**
 * Where the unfinished signup is kept (R3.10): session storage, so it survives a reload and a change of language and
 * goes with the tab. A JSON object of texts: the form's fields by their names, the member whom the message is for, and
 * where the visitor came from. Not the password (D3.7), and not the consent, which is given anew with the account.
 */
export const draftKey = "signup-draft";

const kept = [
  ...signupFields.filter((field) => field !== "password" && field !== "sexuality_consent"),
  "message_to",
  ...trackingFields,
] as const;

export type SignupDraft = Partial<Record<Exclude<SignupField, "password" | "sexuality_consent">, string>> &
  Tracking & { message_to?: string };

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type Circumstances = { to: string | null; tracking: Tracking | null };

/** A message may be as long as the API takes one, in any script. */
const longest = 40_000;

/** Storage may be switched off, or full: then there is no draft, and signing up works all the same. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

function parse(text: string): SignupDraft {
  const found: unknown = JSON.parse(text);
  if (typeof found !== "object" || found === null) return {};
  const entries = Object.entries(found).filter(
    ([name, value]) => (kept as readonly string[]).includes(name) && typeof value === "string" && value !== "",
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value).slice(0, longest)]));
}

/** The kept draft; null where there is none that could be read. */
export function readDraft(store: () => Store): SignupDraft | null {
  const text = attempt(() => store().getItem(draftKey));
  const draft = text ? attempt(() => parse(text)) : undefined;
  return draft === undefined || Object.keys(draft).length === 0 ? null : draft;
}

/** Keeps what the form holds. A message that was begun to somebody stays while another form, without one, is filled in. */
export function keepDraft(store: () => Store, values: SignupValues, { to, tracking }: Circumstances): void {
  const before = to === null ? readDraft(store) : null;
  const message = to === null ? { message: before?.message, message_to: before?.message_to } : { message_to: to };
  const all: Record<string, string | undefined> = { ...values, ...tracking, ...message };
  const draft = Object.fromEntries(kept.filter((name) => all[name]).map((name) => [name, all[name]]));
  attempt(() => store().setItem(draftKey, JSON.stringify(draft)));
}

/** Keeps a message that was begun outside the form, as on a landing page, beside what the form may hold already. */
export function keepMessage(
  store: () => Store,
  message: string,
  { to, tracking }: Circumstances & { to: string },
): void {
  const draft: SignupDraft = { ...readDraft(store), ...tracking, message, message_to: to };
  attempt(() => store().setItem(draftKey, JSON.stringify(draft)));
}

export function dropDraft(store: () => Store): void {
  attempt(() => store().removeItem(draftKey));
}
