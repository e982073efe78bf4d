import type { AttachmentSource } from "#server/hooks.ts";
import { showChatPhoto } from "./rules.ts";
import { findPhotosOf } from "./store.ts";

/** What the readers of a chat see of its photos. */
export const photoAttachments: AttachmentSource = {
  kind: "photo",
  async find(db, viewerId, messageIds) {
    const photos = await findPhotosOf(db, messageIds);
    return new Map(photos.map((photo) => [photo.message_id, showChatPhoto(photo, viewerId)]));
  },
};
