import type { z } from "zod";
import type { queuedSelfie } from "#contract/office.ts";
import type { Pose, SelfieRejection } from "#contract/verification.ts";
import type { Db } from "#server/db/pool.ts";
import type { AuditEntry } from "#server/features/staff/index.ts";
import { decideSelfie, findRequests, findShownPhotos } from "#server/features/verification/index.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { filePath } from "./serve-files.ts";

type Selfie = Omit<z.input<typeof queuedSelfie>, "since">;

/** Selfies, each beside the photos of its member. */
export async function showSelfies(db: Db, ids: readonly string[], { now }: StaffContext): Promise<Selfie[]> {
  const requests = await findRequests(db, "selfie", ids, now);
  const shown = await findShownPhotos(
    db,
    requests.map(({ member_id }) => member_id),
  );
  return requests.map(({ id, site, pose, age, reports, member_id: memberId, name, fictional }) => {
    const photos = shown.filter((photo) => photo.member_id === memberId);
    const main = photos.find((photo) => photo.main);
    return {
      id,
      site,
      age,
      reports,
      pose: pose as Pose,
      member: { id: memberId, name, fictional },
      image: filePath("selfie", id),
      photos: photos.map((photo) => ({
        image: filePath("shown", photo.id),
        width: photo.width,
        height: photo.height,
      })),
      seen: main ? `${main.id}/${main.edition}` : "",
    };
  });
}

/** Gives a member the badge, or tells them why not. */
export async function decideVerification(
  ctx: StaffContext,
  { id, verdict, seen }: { id: string; verdict: "approved" | SelfieRejection; seen: string },
): Promise<AuditEntry | undefined> {
  const memberId = await decideSelfie(ctx, id, { verdict, seen });
  if (memberId === undefined) return undefined;
  const subject = `verification:${id}`;
  return verdict === "approved"
    ? { action: "verification_approved", memberId, subject }
    : { action: "verification_rejected", memberId, subject, reason: verdict };
}
