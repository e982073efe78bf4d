import type { Attachment } from "./attachments.ts";

/** A photo that waits for its inspection, or was rejected, can't: its recipient does not see it. */
export function canBeRead({ attachment }: { attachment?: Attachment | undefined }): boolean {
  return attachment?.kind !== "photo" || attachment.status === "active";
}
