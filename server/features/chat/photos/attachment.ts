import type { AttachmentSource } from "#server/hooks.ts";
import { showChatPhoto } from "./rules.ts";
import { findChatPhotosOf } from "./store.ts";

/** Shows the photos of a chat as its readers may see them. */
export const photoAttachments: AttachmentSource = {
  kind: "photo",
  async find(db, viewerId, messageIds) {
    const photos = await findChatPhotosOf(db, messageIds);
    return new Map(photos.map((photo) => [photo.message_id, showChatPhoto(photo, viewerId)]));
  },
};
