import type { AttachmentSource } from "#server/hooks.ts";
import { toAttachment } from "./rules.ts";
import { findGifts } from "./store.ts";

/** The gifts in chats; both members see the same. */
export const giftAttachments: AttachmentSource = {
  kind: "gift",
  async find(db, _viewerId, messageIds) {
    const rows = await findGifts(db, messageIds);
    return new Map(rows.map((row) => [row.message_id, toAttachment(row.gift, row.opened_at)]));
  },
};
