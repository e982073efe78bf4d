import type { OwnPhotos } from "#contract/photos.ts";
import { findContactDetails } from "#server/features/inspection/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { removePhotoFiles } from "./jobs.ts";
import { fileKey, photoFolder, photoLimit, showOwnPhoto } from "./rules.ts";
import { deleteRow, findOwnPhotos, isPremium, lockAndCount, saveCaption, saveOrder, setMain } from "./store.ts";

/** A member's own photos and their limit (R1.09). */
export async function listOwnPhotos({ db, site, viewer }: MemberContext): Promise<OwnPhotos> {
  const [rows, premium] = await Promise.all([findOwnPhotos(db, viewer.memberId), isPremium(db, viewer.memberId)]);
  const photos = rows.map((row) => showOwnPhoto(row, site.photoUrl));
  return { photos, limit: photoLimit(premium) };
}

/**
 * Deletes a member's photo; a job removes its files. If it was the main photo, the first active one becomes main, or if
 * there is none, the first one (D8.3). A copy of a reported photo is kept for staff (D11.2). Throws `photo_not_found`.
 */
export async function deletePhoto(ctx: MemberContext, photoId: string): Promise<OwnPhotos> {
  const { db, services, site, viewer, now } = ctx;
  const { memberId } = viewer;
  await lockAndCount(db, memberId);
  const before = await findOwnPhotos(db, memberId);
  const rest = before.filter((photo) => photo.id !== photoId);
  if (!(await deleteRow(db, memberId, photoId))) throw fail("photo_not_found");
  if (!rest.some((photo) => photo.main)) {
    const next = rest.find((photo) => photo.status === "active") ?? rest[0];
    await setMain(db, memberId, next?.id ?? null);
  }
  const photo = { siteId: site.id, memberId, id: photoId };
  const folder = photoFolder(photo);
  const to = await services.hooks.photoDeleted(db, photo, now);
  const keep = to && { from: fileKey(folder, "full", "", "webp"), to };
  await services.jobs.add(db, removePhotoFiles, { folder, ...(keep && { keep }) });
  return await listOwnPhotos(ctx);
}

/** Sorts a member's photos; throws `photos_changed` unless `ids` are exactly their photos. */
export async function orderPhotos(ctx: MemberContext, ids: readonly string[]): Promise<OwnPhotos> {
  const { db, viewer } = ctx;
  await lockAndCount(db, viewer.memberId);
  const photos = await findOwnPhotos(db, viewer.memberId);
  if (photos.length !== ids.length || !photos.every(({ id }) => ids.includes(id))) throw fail("photos_changed");
  await saveOrder(db, viewer.memberId, ids);
  return await listOwnPhotos(ctx);
}

/** Saves a photo's caption. Throws `photo_not_found`, and `invalid_input` if it has contact details. */
export async function captionPhoto(ctx: MemberContext, photoId: string, caption: string | null): Promise<OwnPhotos> {
  if (caption && findContactDetails(caption).length > 0) throw failFields({ caption: "contact_details" });
  if (!(await saveCaption(ctx.db, ctx.viewer.memberId, photoId, caption ?? ""))) throw fail("photo_not_found");
  return await listOwnPhotos(ctx);
}

/**
 * Makes a photo its owner's main one. A photo under inspection can replace only another such photo, so that the member
 * always has a visible picture. Throws `photo_not_found`, `photo_not_checked`.
 */
export async function setMainPhoto(ctx: MemberContext, photoId: string): Promise<OwnPhotos> {
  const { db, viewer } = ctx;
  await lockAndCount(db, viewer.memberId);
  const photos = await findOwnPhotos(db, viewer.memberId);
  const wanted = photos.find((photo) => photo.id === photoId);
  if (!wanted) throw fail("photo_not_found");
  const main = photos.find((photo) => photo.main);
  if (wanted.status !== "active" && main?.status === "active") throw fail("photo_not_checked");
  await setMain(db, viewer.memberId, photoId);
  return await listOwnPhotos(ctx);
}
