import type { ReceivedFile } from "#contract/call.ts";
import type { OwnPhoto } from "#contract/photos.ts";
import { assertAgeAssured } from "#server/features/age-assurance/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { addPhoto } from "./add-photo.ts";
import { failureOf } from "./photo-failure.ts";
import { limitUploads } from "./photo-slots.ts";
import { showOwnPhoto } from "./rules.ts";
import { findByKey, findOwnPhotos } from "./store.ts";

/**
 * Adds an uploaded photo to a member's photos, under inspection (D8.1, D8.2). A retry with the same key returns the
 * first photo. Throws `photo_limit`, `age_check_required`, one of `PhotoRefused`'s problems, `idempotency_key_reused`.
 */
export async function uploadPhoto(ctx: MemberContext, file: ReceivedFile): Promise<OwnPhoto> {
  const { services, site, viewer, key } = ctx;
  const { memberId } = viewer;
  const first = await findFirst(ctx, file);
  if (first) return first;
  await assertAgeAssured(ctx.db, site, memberId);
  try {
    const upload = { key, sha256: file.sha256 };
    const image = () => file.read();
    const photo = { siteId: site.id, memberId, image, status: "inspection", upload } as const;
    const { id } = await limitUploads(() => addPhoto(services, photo));
    return await show(ctx, id);
  } catch (error) {
    // a concurrent request with the same upload may have added the photo
    const other = await findFirst(ctx, file);
    if (other) return other;
    throw failureOf(error);
  }
}

async function findFirst(ctx: MemberContext, file: ReceivedFile): Promise<OwnPhoto | undefined> {
  const found = await findByKey(ctx.db, ctx.viewer.memberId, ctx.key);
  if (!found) return undefined;
  if (!found.body_hash?.equals(file.sha256)) throw fail("idempotency_key_reused");
  return await show(ctx, found.id);
}

async function show({ db, site, viewer }: MemberContext, id: string): Promise<OwnPhoto> {
  const photo = (await findOwnPhotos(db, viewer.memberId)).find((own) => own.id === id);
  if (!photo) throw fail("photo_broken");
  return showOwnPhoto(photo, site.photoUrl);
}
