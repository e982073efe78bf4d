import { type GiftCode, giftCodes } from "#contract/attachments.ts";
import { localStore } from "#web/lib/storage.ts";

/** A gift that a member has begun to send. */
export type Choice = { gift: GiftCode | null; text: string };

/** Like a message's draft, it is deleted at logout: everything that begins with `chat-` is. */
const keyOf = (viewer: string, member: string) => `chat-gift:${viewer}:${member}`;

/** What `viewer` had chosen for `member`, over a purchase and the return. */
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

/** Stores the choice; none and no words delete it. */
export function saveChoice(viewer: string, member: string, choice: Choice): void {
  const key = keyOf(viewer, member);
  if (choice.gift === null && choice.text.trim() === "") localStore.removeItem(key);
  else localStore.setItem(key, JSON.stringify(choice));
}
