import type { z } from "zod";
import type { DocumentRejection } from "#contract/age.ts";
import type { QueueName, queuedDocument, queuedSelfie } from "#contract/office.ts";
import type { Pose, SelfieRejection } from "#contract/verification.ts";
import { ageAt } from "#server/ages.ts";
import type { Db } from "#server/db/pool.ts";
import { sanctionMember } from "#server/features/moderation/index.ts";
import { decideDocument, decideSelfie, findRequests, findShownPhotos } from "#server/features/profiles/index.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { endingItems, logClosed } from "./ended-by-ban.ts";
import type { DecideContext, DecidedCase } from "./held-decisions.ts";
import { toPersonFacts } from "./person-facts.ts";
import { filePath } from "./serve-files.ts";
import type { AuditEntry } from "./staff/audit.ts";

type Document = Omit<z.input<typeof queuedDocument>, "since">;
type Selfie = Omit<z.input<typeof queuedSelfie>, "since">;

/** Selfies, each beside the photos of its member. */
export async function showSelfies(db: Db, ids: readonly string[], { now }: StaffContext): Promise<Selfie[]> {
  const requests = await findRequests(db, "selfie", ids);
  const allPhotos = await findShownPhotos(
    db,
    requests.map(({ member_id }) => member_id),
  );
  return requests.map((request) => {
    const { id, site, pose, date_of_birth, reports, member_id: memberId, name, fictional } = request;
    const photos = allPhotos.filter((photo) => photo.member_id === memberId);
    const main = photos.find((photo) => photo.main);
    return {
      id,
      site,
      facts: toPersonFacts(request),
      age: ageAt(date_of_birth, now),
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

export async function decideVerification(
  ctx: DecideContext,
  { id, verdict, seen }: { id: string; verdict: "approved" | SelfieRejection; seen: string },
): Promise<AuditEntry | undefined> {
  const memberId = await decideSelfie(ctx, id, { verdict, seen });
  if (memberId === undefined) return undefined;
  const subject = `verification:${id}`;
  return verdict === "approved"
    ? { action: "verification_approved", memberId, subject }
    : { action: "verification_rejected", memberId, subject, reason: verdict };
}

/** Documents, each with the birth date and the main photo that have to match it. */
export async function showDocuments(db: Db, ids: readonly string[], { now }: StaffContext): Promise<Document[]> {
  const requests = await findRequests(db, "document", ids);
  const allPhotos = await findShownPhotos(
    db,
    requests.map(({ member_id }) => member_id),
  );
  return requests.map(({ id, site, reports, member_id: memberId, name, fictional, date_of_birth }) => {
    const main = allPhotos.find((photo) => photo.member_id === memberId && photo.main);
    return {
      id,
      site,
      age: ageAt(date_of_birth, now),
      reports,
      date_of_birth,
      member: { id: memberId, name, fictional },
      image: filePath("selfie", id),
      photo: main ? filePath("shown", main.id) : null,
    };
  });
}

/** A document of a minor bans them. If it no longer waits, the caller rolls the ban back. */
export async function decideAge(
  ctx: DecideContext,
  { id, verdict }: { id: string; verdict: "approved" | DocumentRejection },
): Promise<DecidedCase[] | undefined> {
  // the account is locked before the request
  const ban = verdict === "underage" ? await banMinor(ctx, id) : noBan;
  const memberId = await decideDocument(ctx, id, verdict);
  if (memberId === undefined) return undefined;
  const subject = `document:${id}`;
  if (verdict === "approved") return [{ action: "age_assured", memberId, subject }];
  return [{ action: "age_rejected", memberId, subject, reason: verdict, ...ban.told }, ...ban.closed];
}

type Ban = { told: Pick<DecidedCase, "note" | "ended">; closed: AuditEntry[] };
const noBan: Ban = { told: {}, closed: [] };

/** The document itself, which is decided with the ban, is not among what that ended. */
async function banMinor(ctx: DecideContext, pictureId: string): Promise<Ban> {
  const [request] = await findRequests(ctx.db, "document", [pictureId]);
  if (!request) return noBan;
  const decisionId = ctx.services.random.uuid();
  const { member_id: memberId } = request;
  const measure = { measure: "banned", length: 0, ground: "underage", words: "" } as const;
  const { result, ended } = await endingItems(ctx, { measure: measure.measure, members: [memberId] }, () =>
    sanctionMember(ctx, { ...measure, memberId, decisionId, staffId: ctx.staff.staffId }),
  );
  const others = ended.filter(({ queue }) => queue !== ("ages" satisfies QueueName));
  const note = result?.alreadyBanned ? "already_banned" : null;
  return { told: { note, ...(others.length > 0 && { ended: others }) }, closed: logClosed(memberId, result) };
}
