import { trackingFields } from "#contract/constants.ts";
import type { Tracking } from "#web/signup-link/tracking.ts";
import { joinDate } from "./date-parts.ts";
import { type SignupField, type SignupValues, signupFields } from "./values.ts";

/**
 * Where the unfinished signup is kept (R3.10): session storage, so it survives a reload and a change of language and
 * goes with the tab. A JSON object of texts: the specification's `email`, `name`, `date_of_birth` and `signup_message`, the
 * form's other fields by their names, the member whom the message is for, and where the visitor came from. The password
 * stays in the page's memory (D3.7). The consent is given anew with the account.
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
type SignupOrigin = { to: string | null; tracking: Tracking | null };

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

type Fields = Record<string, string>;

/** The form's fields by the names they are stored under: the form has three fields for the date, and calls the message so. */
function stored({ day = "", month = "", year = "", message = "", ...same }: SignupDraft): Fields {
  const date = joinDate({ day, month, year });
  const all: Partial<Fields> = { ...same, date_of_birth: date, signup_message: message };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** The opposite; a date that is not complete keeps the parts that were typed. */
function restored({ date_of_birth: date = "", signup_message: message = "", ...same }: Fields): Fields {
  const [, year = "", month = "", day = ""] = /^([^-]*)-([^-]*)-([^-]*)$/.exec(date) ?? [];
  const typed = { year, month: month.replace(/^0+/, ""), day: day.replace(/^0+/, "") };
  return { ...same, ...typed, message };
}

function parse(text: string): SignupDraft {
  const found: unknown = JSON.parse(text);
  if (typeof found !== "object" || found === null) return {};
  const texts = Object.entries(found).filter(([, value]) => typeof value === "string");
  const entries = Object.entries(restored(Object.fromEntries(texts))).filter(
    ([name, value]) => (kept as readonly string[]).includes(name) && value !== "",
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, value.slice(0, longest)]));
}

function write(store: () => Store, draft: SignupDraft): void {
  attempt(() => store().setItem(draftKey, JSON.stringify(stored(draft))));
}

/** The kept draft; null where there is none that could be read. */
export function readDraft(store: () => Store): SignupDraft | null {
  const text = attempt(() => store().getItem(draftKey));
  const draft = text ? attempt(() => parse(text)) : undefined;
  return draft === undefined || Object.keys(draft).length === 0 ? null : draft;
}

/** Keeps what the form holds. A message that was begun to somebody stays while another form, without one, is filled in. */
export function saveDraft(store: () => Store, values: SignupValues, { to, tracking }: SignupOrigin): void {
  const before = to === null ? readDraft(store) : null;
  const message = to === null ? { message: before?.message, message_to: before?.message_to } : { message_to: to };
  const all: Record<string, string | undefined> = { ...values, ...tracking, ...message };
  write(store, Object.fromEntries(kept.filter((name) => all[name]).map((name) => [name, all[name]])));
}

/** Keeps a message that was begun outside the form, as on a landing page, beside what the form may hold already. */
export function saveMessage(
  store: () => Store,
  message: string,
  { to, tracking }: SignupOrigin & { to: string },
): void {
  write(store, { ...readDraft(store), ...tracking, message, message_to: to });
}

export function deleteDraft(store: () => Store): void {
  attempt(() => store().removeItem(draftKey));
}
