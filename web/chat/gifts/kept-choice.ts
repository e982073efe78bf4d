import { type GiftCode, giftCodes } from "#contract/attachments.ts";
import { localStore } from "#web/lib/storage.ts";

/** A gift that a member has begun to send. */
export type Choice = { gift: GiftCode | null; text: string };

/** At logout all entries that begin with `chat-` are deleted, so this one is too. */
const keyOf = (viewer: string, member: string) => `chat-gift:${viewer}:${member}`;

/** What `viewer` had chosen for `member`, also before a visit to the payment provider. */
export function readChoice(viewer: string, member: string): Choice {
  const none: Choice = { gift: null, text: "" };
  try {
    const kept: unknown = JSON.parse(localStore.getItem(keyOf(viewer, member)) ?? "{}");
    if (typeof kept !== "object" || kept === null) return none;
    const { gift, text } = kept as Record<string, unknown>;
    return { gift: giftCodes.find((code) => code === gift) ?? null, text: typeof text === "string" ? text : "" };
  } catch {
    return none;
  }
}

/** Stores the choice; an empty one is deleted. */
export function saveChoice(viewer: string, member: string, choice: Choice): void {
  const key = keyOf(viewer, member);
  if (choice.gift === null && choice.text.trim() === "") localStore.removeItem(key);
  else localStore.setItem(key, JSON.stringify(choice));
}
