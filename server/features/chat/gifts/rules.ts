import type { Attachment, GiftCode } from "#contract/attachments.ts";
import { type GiftShelf, giftTextLength } from "#contract/gifts.ts";
import { isTooLong } from "#contract/measure-text.ts";
import { failFields } from "#server/http/fail.ts";

export function assertFewWords(text: string): void {
  if (isTooLong(text, giftTextLength)) {
    throw failFields({ text: "text_too_long" }, { max: giftTextLength });
  }
}

/** A gift as both of its members see it. */
export function toAttachment(gift: string, openedAt: Date | null): Attachment {
  return { kind: "gift", gift: gift as GiftCode, opened: openedAt !== null };
}

/** The opened gifts as other members see them: the most frequent first, without their givers. */
export function toShelf(rows: readonly { gift: string; count: number; givers: readonly string[] }[]): GiftShelf {
  return {
    gifts: rows
      .map(({ gift, count }) => ({ gift: gift as GiftCode, count }))
      .sort((one, other) => other.count - one.count || (one.gift < other.gift ? -1 : 1)),
    givers: new Set(rows.flatMap((row) => row.givers)).size,
  };
}
