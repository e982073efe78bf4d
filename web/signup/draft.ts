import { sessionStore } from "#web/lib/storage.ts";
import { joinDate, splitDate } from "./date-parts.ts";
import { type SignupField, type SignupValues, signupFields } from "./values.ts";

/** The draft has strings, for the tab only: not the password, the origin, the link of an import or the consents. */
export const draftKey = "signup-draft";

const unstored = ["password", "sexuality_consent", "click_consent", "imported"] as const satisfies SignupField[];
type Unstored = (typeof unstored)[number];
const isStored = (field: string): field is Exclude<SignupField, Unstored> => !unstored.some((each) => each === field);

const draftFields = [...signupFields.filter(isStored), "message_to"] as const;

export type SignupDraft = Partial<Record<Exclude<SignupField, Unstored>, string>> & { message_to?: string };

export const toDraft = (values: SignupValues): SignupDraft =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isStored(name)));

/** The most characters that the API accepts for a message in any script. */
const longestText = 40_000;

type Fields = Record<string, string>;

/** Converts form fields to stored fields: the form has three fields for the date, and names the message `message`. */
function toStored({ day = "", month = "", year = "", message = "", ...same }: SignupDraft): Fields {
  const date = joinDate({ day, month, year });
  const allFields: Partial<Fields> = { ...same, date_of_birth: date, signup_message: message };
  const fields: Fields = {};
  for (const [name, value] of Object.entries(allFields)) {
    if (value) fields[name] = value;
  }
  return fields;
}

/** Converts stored fields to form fields; an incomplete date keeps the typed parts. */
function fromStored({ date_of_birth: date = "", signup_message: message = "", ...same }: Fields): Fields {
  return { ...same, ...splitDate(date), message };
}

function parseDraft(text: string): SignupDraft {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== "object" || parsed === null) return {};
  const texts: Fields = {};
  for (const [name, value] of Object.entries(parsed)) {
    if (typeof value === "string") texts[name] = value;
  }
  const formFields = fromStored(texts);
  const draft: SignupDraft = {};
  for (const name of draftFields) {
    const value = formFields[name];
    if (value) draft[name] = value.slice(0, longestText);
  }
  return draft;
}

function writeDraft(draft: SignupDraft): void {
  sessionStore.setItem(draftKey, JSON.stringify(toStored(draft)));
}

export function readDraft(): SignupDraft | null {
  try {
    const draft = parseDraft(sessionStore.getItem(draftKey) ?? "{}");
    return Object.keys(draft).length === 0 ? null : draft;
  } catch {
    return null;
  }
}

export function saveDraft(values: SignupValues, to: string | null): void {
  const before = to === null ? readDraft() : null;
  const { message: text, credits, message_to } = before ?? {};
  const message = to === null ? { message: text, credits, message_to } : { message_to: to };
  const allFields: Record<string, string | undefined> = { ...values, ...message };
  const draft: SignupDraft = {};
  for (const name of draftFields) {
    if (allFields[name]) draft[name] = allFields[name];
  }
  writeDraft(draft);
}

/**
 * Stores a message that was started outside the form, as on a landing page, next to the stored fields. `credits` is the
 * price that the page shows.
 */
export function saveMessage(message: string, credits: number, to: string): void {
  writeDraft({ ...readDraft(), message, credits: String(credits), message_to: to });
}

/** Whether the stored message costs more now than its author saw: they have to see the new price first. */
export function isDearerThanStored({ message = "", credits = "" }: SignupDraft, cost: number): boolean {
  return message.trim() !== "" && credits !== "" && cost > Number(credits);
}

export function deleteDraft(): void {
  sessionStore.removeItem(draftKey);
}
