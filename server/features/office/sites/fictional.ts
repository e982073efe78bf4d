import type { z } from "zod";
import {
  type addFictionalPhoto,
  type addFictionalProfile,
  type editFictionalProfile,
  maxFictionalProfiles,
  type orderFictionalPhotos,
  type removeFictionalPhoto,
} from "#contract/fictional-profiles.ts";
import type { Db } from "#server/db/pool.ts";
import { createFictionalAccount } from "#server/features/account/index.ts";
import { insertWallet } from "#server/features/credits/index.ts";
import {
  addUpload,
  arrangePhotos,
  createProfile,
  editFictional,
  findFictional,
  isFictional,
  lockFictional,
  removePhoto,
  sexualityOf,
} from "#server/features/profiles/index.ts";
import { findPlace, toSite } from "#server/features/sites/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { filePath } from "../serve-files.ts";
import type { AuditEntry, Log } from "../staff/audit.ts";
import { chooseSite } from "./choose-site.ts";

export async function showFictional(ctx: StaffContext, { site: key }: { site?: string | undefined }) {
  const { chosen, shown: sites } = await chooseSite(ctx, key);
  const rows = await findFictional(ctx.db, chosen.id, maxFictionalProfiles);
  const profiles = rows.map((row) => ({
    ...row,
    photos: row.photos.map((photo) => ({ ...photo, image: filePath("profile", photo.id) })),
  }));
  return { ...sites, countries: chosen.settings.countries, profiles };
}

/** Adds a profile without login and emails, which its row labels: no statement can change that. */
export async function addFictional(ctx: StaffContext, body: z.output<typeof addFictionalProfile.body>) {
  const { db, now, services } = ctx;
  const { chosen } = await chooseSite(ctx, body.site);
  const place = await findPlace(db, body.city_id);
  if (!place || !chosen.settings.countries.includes(place.country)) throw failFields({ city_id: "place_unknown" });
  const fictional = await findFictional(db, chosen.id, maxFictionalProfiles);
  if (fictional.length >= maxFictionalProfiles) throw failFields({ name: "too_big" });
  const memberId = await createFictionalAccount({ db, site: toSite(services, chosen), now, services }, body);
  await createProfile(db, {
    memberId,
    siteId: chosen.id,
    name: body.name,
    gender: body.gender,
    sexuality: sexualityOf(body.gender, body.seeks),
    dateOfBirth: body.date_of_birth,
    sexualityConsentAt: now,
    place,
    country: place.country,
    now,
    fictional: { aboutMe: body.about_me },
  });
  await insertWallet(db, memberId, chosen.id);
  return { action: "fictional_profile_added", memberId } as const;
}

export async function changeFictional(
  ctx: Mutating<StaffContext>,
  { site, id, about_me: aboutMe, hidden }: z.output<typeof editFictionalProfile.body>,
): Promise<AuditEntry> {
  const { chosen } = await chooseSite(ctx, site);
  if (!(await editFictional(ctx.db, { siteId: chosen.id, memberId: id }, { aboutMe, hidden })))
    throw fail("staff_item_gone");
  return { action: "fictional_profile_changed", memberId: id };
}

async function chooseOwner(ctx: StaffContext, { site, id }: { site: string; id: string }) {
  const { chosen } = await chooseSite(ctx, site);
  return { siteId: chosen.id, memberId: id };
}

/** The profile whose photos change. */
async function lockProfile(ctx: Mutating<StaffContext>, body: { site: string; id: string }) {
  const owner = await chooseOwner(ctx, body);
  if (!(await lockFictional(ctx.db, owner))) throw fail("staff_item_gone");
  return owner;
}

/** Adds a photo. Its files are stored outside of the transaction in which the photo and its entry of the log are. */
export async function addPhotoByStaff(ctx: StaffContext, body: z.output<typeof addFictionalPhoto.body>, log: Log) {
  const owner = await chooseOwner(ctx, body);
  if (!(await isFictional(ctx.db, owner))) throw fail("staff_item_gone");
  const { memberId } = owner;
  const record = (db: Db, id: string) => log(db, { action: "fictional_photo_added", memberId, subject: `photo:${id}` });
  await addUpload(ctx, owner, body.file, { record });
}

export async function orderPhotosByStaff(
  ctx: Mutating<StaffContext>,
  body: z.output<typeof orderFictionalPhotos.body>,
) {
  const { memberId } = await lockProfile(ctx, body);
  await arrangePhotos(ctx.db, memberId, body.photos);
  return { action: "fictional_photos_ordered", memberId } as const;
}

export async function removePhotoByStaff(
  ctx: Mutating<StaffContext>,
  body: z.output<typeof removeFictionalPhoto.body>,
) {
  const owner = await lockProfile(ctx, body);
  if (!(await removePhoto(ctx, { ...owner, id: body.photo }))) throw fail("photo_not_found");
  return { action: "fictional_photo_removed", memberId: owner.memberId, subject: `photo:${body.photo}` } as const;
}
