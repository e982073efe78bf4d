import type { ChatPhoto, PhotoAttachment, PhotoRejection } from "#contract/attachments.ts";
import { memberFolder, type PhotoOf, type Variant } from "#server/features/profiles/index.ts";

/** The folder of the files of a photo in a chat, among those of its author. */
export function chatPhotoFolder(photo: PhotoOf): string {
  return `${memberFolder(photo)}chat/${photo.id}/`;
}

/** A photo of a message, with the facts that determine what a reader may see of it. */
export type PhotoRow = {
  id: string;
  author_id: string;
  status: string;
  reason: string | null;
  width: number;
  height: number;
  thumbhash: string;
  /** When it passed the inspection. */
  shown_since: Date | null;
  /** The price of its message. */
  credits: number;
  /** The two members have matched. */
  matched: boolean;
};

/** Whether a reader of the chat may load the files. Until the inspection only the author may. */
export function maySeeFiles(photo: { author_id: string; status: string }, viewerId: string): boolean {
  return photo.status === "active" || (photo.status === "inspection" && photo.author_id === viewerId);
}

function showFiles(photo: PhotoRow, blurred: boolean): ChatPhoto {
  const address = (variant: Variant) => `/chat-photos/${photo.id}/${variant}.webp`;
  return {
    filename: address("full"),
    card_filename: address("card"),
    thumb_filename: address("thumb"),
    blurred_filename: address("blurred"),
    width: photo.width,
    height: photo.height,
    // the thumbhash of a blurred photo would show its outlines
    thumbhash: blurred ? "" : photo.thumbhash,
    blurred,
  };
}

/**
 * What a reader of the chat sees of a photo. If the two have not matched, a received photo is blurred until the viewer
 * taps it. Only the author learns why it was rejected. `viewerId` is null for staff, who read the chat for a report.
 */
export function showChatPhoto(photo: PhotoRow, viewerId: string | null): PhotoAttachment {
  const mine = photo.author_id === viewerId;
  const status = photo.status as PhotoAttachment["status"];
  const seen = viewerId === null || maySeeFiles(photo, viewerId);
  const image = seen ? showFiles(photo, !mine && !photo.matched) : null;
  const reason = photo.reason as PhotoRejection | null;
  return {
    kind: "photo",
    status,
    image,
    ...(status === "active" && photo.shown_since && { shown_since: photo.shown_since.toISOString() }),
    ...(mine && reason !== null && { rejected: { reason, credits: photo.credits } }),
  };
}
