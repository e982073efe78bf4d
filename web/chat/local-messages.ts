/** A message that is not known to be sent. All its tries have the same `Idempotency-Key`. */
export type Unsent = { key: string; text: string; at: string; state: UnsentState };
/** `refused`: the server did not take it. `unknown`: no answer came, but the message may have arrived. */
export type UnsentState = (typeof states)[number];
const states = ["sending", "refused", "unknown"] as const;

const prefix = "chat-";
const draftKey = (viewer: string, partner: string) => `${prefix}draft:${viewer}:${partner}`;
const unsentKey = (viewer: string, partner: string) => `${prefix}unsent:${viewer}:${partner}`;

// A browser may refuse its storage (private windows, full, forbidden): then nothing is stored, and nothing breaks.
function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function write(key: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // see above
  }
}

/** The draft of `viewer` to `partner`. Stored per member, so that another member who logs in here does not get it. */
export function readDraft(viewer: string, partner: string): string {
  return read(draftKey(viewer, partner));
}

/** Stores a draft over a reload, a purchase and the return; an empty draft is deleted. */
export function saveDraft(viewer: string, partner: string, text: string): void {
  write(draftKey(viewer, partner), text.trim() === "" ? "" : text);
}

/** The messages that were not known to be sent when the member left the page. */
export function readUnsent(viewer: string, partner: string): Unsent[] {
  try {
    const found: unknown = JSON.parse(read(unsentKey(viewer, partner)) || "[]");
    return Array.isArray(found) ? found.filter(isUnsent) : [];
  } catch {
    return [];
  }
}

function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== "object" || value === null) return false;
  const { key, text, at, state } = value as Record<string, unknown>;
  const known = states.some((name) => name === state);
  return known && typeof key === "string" && typeof text === "string" && typeof at === "string";
}

export function saveUnsent(viewer: string, partner: string, unsent: readonly Unsent[]): void {
  const plain = unsent.map(({ key, text, at, state }) => ({ key, text, at, state }));
  write(unsentKey(viewer, partner), plain.length === 0 ? "" : JSON.stringify(plain));
}

/** At logout: deletes all drafts and unsent messages from this browser. */
export function deleteLocalMessages(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // see above
  }
}
