import { sessionStore } from "#web/lib/storage.ts";
import { joinDate } from "./date-parts.ts";
import { type SignupField, type SignupValues, signupFields } from "./values.ts";

/**
 * The key of the unfinished signup in session storage (R3.10): it survives a reload and a change of language and ends
 * with the tab. It is a JSON object of strings: the specification's `email`, `name`, `date_of_birth` and
 * `signup_message`, the form's other fields by their names, and the message's recipient. The password stays in the
 * page's memory (D3.7). So does the visitor's origin, because storing it would not serve the visitor (D11.5). The
 * consent is not stored: the user gives it when creating the account.
 */
export const draftKey = "signup-draft";

const draftFields = [
  ...signupFields.filter((field) => field !== "password" && field !== "sexuality_consent"),
  "message_to",
] as const;

export type SignupDraft = Partial<Record<Exclude<SignupField, "password" | "sexuality_consent">, string>> & {
  message_to?: string;
};

/** The most characters that the API accepts for a message in any script. */
const longest = 40_000;

type Fields = Record<string, string>;

/** Converts form fields to stored fields: the form has three fields for the date, and names the message `message`. */
function toStored({ day = "", month = "", year = "", message = "", ...same }: SignupDraft): Fields {
  const date = joinDate({ day, month, year });
  const all: Partial<Fields> = { ...same, date_of_birth: date, signup_message: message };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** Converts stored fields to form fields; an incomplete date keeps the typed parts. */
function fromStored({ date_of_birth: date = "", signup_message: message = "", ...same }: Fields): Fields {
  const [, year = "", month = "", day = ""] = /^([^-]*)-([^-]*)-([^-]*)$/.exec(date) ?? [];
  const typed = { year, month: month.replace(/^0+/, ""), day: day.replace(/^0+/, "") };
  return { ...same, ...typed, message };
}

function parse(text: string): SignupDraft {
  const found: unknown = JSON.parse(text);
  if (typeof found !== "object" || found === null) return {};
  const texts = Object.entries(found).filter(([, value]) => typeof value === "string");
  const entries = Object.entries(fromStored(Object.fromEntries(texts))).filter(
    ([name, value]) => (draftFields as readonly string[]).includes(name) && value !== "",
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, value.slice(0, longest)]));
}

function write(draft: SignupDraft): void {
  sessionStore.setItem(draftKey, JSON.stringify(toStored(draft)));
}

/** The stored draft; null if there is none or it is unreadable. */
export function readDraft(): SignupDraft | null {
  try {
    const draft = parse(sessionStore.getItem(draftKey) ?? "{}");
    return Object.keys(draft).length === 0 ? null : draft;
  } catch {
    return null;
  }
}

/** Stores the form. A form without a message keeps a message that was started to a member before. */
export function saveDraft(values: SignupValues, to: string | null): void {
  const before = to === null ? readDraft() : null;
  const message = to === null ? { message: before?.message, message_to: before?.message_to } : { message_to: to };
  const all: Record<string, string | undefined> = { ...values, ...message };
  write(Object.fromEntries(draftFields.filter((name) => all[name]).map((name) => [name, all[name]])));
}

/** Stores a message that was started outside the form, as on a landing page, next to the stored fields. */
export function saveMessage(message: string, to: string): void {
  write({ ...readDraft(), message, message_to: to });
}

export function deleteDraft(): void {
  sessionStore.removeItem(draftKey);
}
