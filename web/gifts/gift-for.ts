import type { AnswerOf } from "#contract/call.ts";
import type { sendGift } from "#contract/gifts.ts";
import type { Card } from "#contract/profiles.ts";

type SentGift = AnswerOf<typeof sendGift>;

/** For what member a gift is chosen, and what follows. */
export type GiftFor = {
  member: Pick<Card, "id" | "name" | "fictional" | "automatic">;
  /** Conversations that the viewer may still begin, null: no limit or none is needed (D6.2). */
  left: number | null;
  /** Runs once the sheet is closed. */
  onSent: (sent: SentGift) => unknown;
};
