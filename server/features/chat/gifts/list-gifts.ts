import type { GiftCode } from "#contract/attachments.ts";
import { type GiftShelf, type ReceivedGift, receivedGiftsListed } from "#contract/gifts.ts";
import type { Db } from "#server/db/pool.ts";
import { loadCards } from "#server/features/profiles/index.ts";
import type { AttachmentSource } from "#server/hooks.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { toAttachment, toShelf } from "./rules.ts";
import { findGifts, findReceivedByGiver, findShelf } from "./store.ts";

/** A member's shelf as others see it; empty if the member hides it. The caller may see the member. */
export async function loadShelf(db: Db, memberId: string): Promise<GiftShelf> {
  return toShelf(await findShelf(db, memberId));
}

export async function listGifts(ctx: MemberContext): Promise<ReceivedGift[]> {
  const rows = await findReceivedByGiver(ctx.db, ctx.viewer.memberId, receivedGiftsListed);
  const cards = await loadCards(ctx, [...new Set(rows.map((row) => row.author_id))]);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return rows.map(({ gift, count, author_id }) => ({
    gift: gift as GiftCode,
    count,
    giver: byId.get(author_id) ?? null,
  }));
}

/** The gifts in chats; both members see the same. */
export const giftAttachments: AttachmentSource = {
  kind: "gift",
  async find(db, _viewerId, messageIds) {
    const rows = await findGifts(db, messageIds);
    return new Map(rows.map((row) => [row.message_id, toAttachment(row.gift, row.opened_at)]));
  },
};
