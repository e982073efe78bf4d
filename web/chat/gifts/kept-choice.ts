import { type GiftCode, giftCodes } from "#contract/attachments.ts";
import { newKey } from "#web/lib/api.ts";
import { localStore } from "#web/lib/storage.ts";

export type Choice = { gift: GiftCode | null; text: string; attempt?: Attempt | undefined };

/** Tries with one key and these terms are one: a gift is sent and charged once, even from two sheets (R7.03). */
export type Attempt = { key: string; credits: number; without_promise?: true };

/** At logout all entries that begin with `chat-` are deleted, so this one is too. */
const keyOf = (viewer: string, member: string) => `chat-gift:${viewer}:${member}`;

function parseAttempt(kept: unknown): Attempt | undefined {
  if (typeof kept !== "object" || kept === null) return undefined;
  const { key, credits, without_promise } = kept as Record<string, unknown>;
  if (typeof key !== "string" || typeof credits !== "number") return undefined;
  return { key, credits, ...(without_promise === true && { without_promise }) };
}

/** What `viewer` had chosen for `member`, also before a visit to the payment provider. */
export function readChoice(viewer: string, member: string): Choice {
  const none: Choice = { gift: null, text: "" };
  try {
    const kept: unknown = JSON.parse(localStore.getItem(keyOf(viewer, member)) ?? "{}");
    if (typeof kept !== "object" || kept === null) return none;
    const { gift, text, attempt } = kept as Record<string, unknown>;
    return {
      gift: giftCodes.find((code) => code === gift) ?? null,
      text: typeof text === "string" ? text : "",
      attempt: parseAttempt(attempt),
    };
  } catch {
    return none;
  }
}

export function saveChoice(viewer: string, member: string, choice: Choice): void {
  const key = keyOf(viewer, member);
  if (choice.gift === null && choice.text.trim() === "") localStore.removeItem(key);
  else localStore.setItem(key, JSON.stringify(choice));
}

/** The choice with these changes: sending it is another intent, with a key of its own. */
export function changeChoice(choice: Choice, changes: Partial<Pick<Choice, "gift" | "text">>): Choice {
  return { ...choice, ...changes, attempt: undefined };
}

/** The choice with its next try: the last one again, unless its outcome is known or the price is another one now. */
export function withAttempt(choice: Choice, terms: Omit<Attempt, "key">): Choice & { attempt: Attempt } {
  const { attempt } = choice;
  return { ...choice, attempt: attempt?.credits === terms.credits ? attempt : { key: newKey(), ...terms } };
}

/** The choice after the outcome of the try with this key is known. */
export function withoutAttempt(choice: Choice, key: string): Choice {
  return choice.attempt?.key === key ? { ...choice, attempt: undefined } : choice;
}
