import type { ReceivedFile } from "#contract/call.ts";
import { failureOf } from "./photo-failure.ts";
import { limitUploads } from "./photo-slots.ts";
import { shrinkPicture } from "./process-photo.ts";

/** A picture that is no photo of a member, checked as these are: upright, without metadata, as WebP in full size. */
export async function shrinkUpload(file: Pick<ReceivedFile, "read">): Promise<Buffer> {
  try {
    return await limitUploads(() => shrinkPicture(() => file.read()));
  } catch (error) {
    throw failureOf(error);
  }
}
