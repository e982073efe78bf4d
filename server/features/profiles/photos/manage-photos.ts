import type { OwnPhotos } from "#contract/photos.ts";
import { type Lockable, lockProfile } from "#server/db/locks.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { findContactDetails } from "../inspection/contact-details.ts";
import { findOwnPhotos, isPremium, saveCaption, savePhotoOrder, setMain } from "./photos-store.ts";
import { removePhoto } from "./remove-photo.ts";
import { photoLimit, showOwnPhoto } from "./rules.ts";

/** A member's own photos and their limit. */
export async function listOwnPhotos({ db, site, viewer }: MemberContext): Promise<OwnPhotos> {
  const [rows, premium] = await Promise.all([findOwnPhotos(db, viewer.memberId), isPremium(db, viewer.memberId)]);
  const photos = rows.map((row) => showOwnPhoto(row, site.photoUrl));
  return { photos, limit: photoLimit(premium) };
}

export async function deletePhoto(ctx: Mutating<MemberContext>, photoId: string): Promise<OwnPhotos> {
  const photo = { siteId: ctx.site.id, memberId: ctx.viewer.memberId, id: photoId };
  if (!(await removePhoto(ctx, photo))) throw fail("photo_not_found");
  return await listOwnPhotos(ctx);
}

/** Sorts a member's photos; throws `photos_changed` unless `ids` are exactly their photos. */
export async function orderPhotos(ctx: Mutating<MemberContext>, ids: readonly string[]): Promise<OwnPhotos> {
  await sortPhotos(ctx.db, ctx.viewer.memberId, ids);
  return await listOwnPhotos(ctx);
}

async function sortPhotos(db: Lockable<"profiles">, memberId: string, ids: readonly string[]) {
  await lockProfile(db, memberId);
  const photos = await findOwnPhotos(db, memberId);
  if (photos.length !== ids.length || !photos.every(({ id }) => ids.includes(id))) throw fail("photos_changed");
  await savePhotoOrder(db, memberId, ids);
  return photos;
}

/** Orders the photos of a profile that no one logs in to: the first that has passed inspection is the main one. */
export async function arrangePhotos(db: Lockable<"profiles">, memberId: string, ids: readonly string[]): Promise<void> {
  const photos = await sortPhotos(db, memberId, ids);
  const isActive = (id: string) => photos.some((photo) => photo.id === id && photo.status === "active");
  await setMain(db, memberId, ids.find(isActive) ?? ids[0] ?? null);
}

export async function captionPhoto(ctx: MemberContext, photoId: string, caption: string | null): Promise<OwnPhotos> {
  if (caption && findContactDetails(caption).length > 0) throw failFields({ caption: "contact_details" });
  if (!(await saveCaption(ctx.db, ctx.viewer.memberId, photoId, caption ?? ""))) throw fail("photo_not_found");
  return await listOwnPhotos(ctx);
}

/** One under inspection can replace only another such photo, so that the member always has a visible picture. */
export async function setMainPhoto(ctx: Mutating<MemberContext>, photoId: string): Promise<OwnPhotos> {
  const { db, viewer } = ctx;
  await lockProfile(db, viewer.memberId);
  const photos = await findOwnPhotos(db, viewer.memberId);
  const newMain = photos.find((photo) => photo.id === photoId);
  if (!newMain) throw fail("photo_not_found");
  const main = photos.find((photo) => photo.main);
  if (newMain.status !== "active" && main?.status === "active") throw fail("photo_not_checked");
  await setMain(db, viewer.memberId, photoId);
  return await listOwnPhotos(ctx);
}
