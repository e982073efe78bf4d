import { type SignupField, type SignupValues, signupFields } from "./signup-values.ts";

/**
 * Where the unfinished signup is kept (R3.10): session storage, so it survives a reload and a change of language and
 * goes with the tab. A JSON object of the form's fields by their names, all but the password (D3.7).
 */
export const draftKey = "signup-draft";

export type SignupDraft = Partial<Record<Exclude<SignupField, "password">, string>>;

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const kept = signupFields.filter((field) => field !== "password");
const longest = 500;

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

export function keepDraft(store: () => Store, values: SignupValues): void {
  const draft = Object.fromEntries(kept.filter((name) => values[name] !== "").map((name) => [name, values[name]]));
  attempt(() => store().setItem(draftKey, JSON.stringify(draft)));
}

export function dropDraft(store: () => Store): void {
  attempt(() => store().removeItem(draftKey));
}
