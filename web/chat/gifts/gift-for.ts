import type { AnswerPromise } from "#contract/answer-promise.ts";
import type { AnswerOf } from "#contract/call.ts";
import type { sendGift } from "#contract/gifts.ts";
import type { Card } from "#contract/profiles.ts";

type SentGift = AnswerOf<typeof sendGift>;

export type GiftFor = {
  member: Pick<Card, "id" | "name" | "fictional" | "automatic">;
  /** Conversations that the viewer may still begin, null: no limit or none is needed. */
  left: number | null;
  /** What the giver is promised if it is a first message; without it, the sheet asks the server. */
  promise?: AnswerPromise | null;
  onSent: (sent: SentGift) => unknown;
};
