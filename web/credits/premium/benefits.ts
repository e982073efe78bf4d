import { freeConversations, photoLimits } from "#contract/constants.ts";
import type { Settings } from "#contract/sites.ts";

/** It lists only what the product really does. */
export const benefits = ["chats", "photos", "own_photos", "shown_photos", "badge", "free"] as const;
type Benefit = (typeof benefits)[number];

/** How much of a benefit a member has: a number, yes or no, without a limit, or which photos. */
export type Amount = number | boolean | "all" | "unlimited" | "main" | "none";

export function getAmounts(
  benefit: Benefit,
  { free_photos, premium_photos }: Pick<Settings, "free_photos" | "premium_photos">,
): [Amount, Amount] {
  switch (benefit) {
    case "chats":
      return [freeConversations, "unlimited"];
    case "photos":
      return [free_photos, "all"];
    case "own_photos":
      return [photoLimits.free, photoLimits.premium];
    case "shown_photos":
      return [free_photos, premium_photos === "all" ? "none" : "main"];
    case "badge":
      return [false, true];
    case "free":
      return [true, true];
  }
}
