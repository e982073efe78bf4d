import type { z } from "zod";
import type { addFictionalPhoto, orderFictionalPhotos, removeFictionalPhoto } from "#contract/fictional-profiles.ts";
import { addUpload, arrangePhotos, lockFictional, removePhoto } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { chooseSite } from "./choose-site.ts";

/** The profile whose photos change, locked. */
async function lockProfile(ctx: StaffContext, { site, id }: { site: string; id: string }) {
  const { chosen } = await chooseSite(ctx, site);
  const owner = { siteId: chosen.id, memberId: id };
  if (!(await lockFictional(ctx.db, owner))) throw fail("staff_item_gone");
  return owner;
}

/** Adds a photo. Only who changes this profile waits for it, so its entry of the log is stored with it, or neither. */
export async function addPhotoByStaff(ctx: StaffContext, body: z.output<typeof addFictionalPhoto.body>) {
  const owner = await lockProfile(ctx, body);
  const photo = await addUpload(ctx, owner, body.file);
  return { action: "fictional_photo_added", memberId: owner.memberId, subject: `photo:${photo}` };
}

export async function orderPhotosByStaff(ctx: StaffContext, body: z.output<typeof orderFictionalPhotos.body>) {
  const { memberId } = await lockProfile(ctx, body);
  await arrangePhotos(ctx.db, memberId, body.photos);
  return { action: "fictional_photos_ordered", memberId };
}

export async function removePhotoByStaff(ctx: StaffContext, body: z.output<typeof removeFictionalPhoto.body>) {
  const owner = await lockProfile(ctx, body);
  if (!(await removePhoto(ctx, { ...owner, id: body.photo }))) throw fail("photo_not_found");
  return { action: "fictional_photo_removed", memberId: owner.memberId, subject: `photo:${body.photo}` };
}
