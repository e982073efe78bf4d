import type { SelfieRejection } from "#contract/verification.ts";
import type { Db } from "#server/db/pool.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import type { Services } from "#server/services.ts";
import { removePhotoFiles } from "../photos/jobs.ts";
import { pictureFolder } from "./rules.ts";
import { giveBadge, lockWaiting, markDecided } from "./store.ts";

type DecideContext = { db: Db; services: Pick<Services, "jobs">; now: Date };

/** `seen` is the main photo that the selfie was compared with, as the queue showed it. */
export type SelfieVerdict = { verdict: "approved" | SelfieRejection; seen: string };

/**
 * Decides on a selfie, once: its member has the badge, or hears why not. The file is erased either way. Answers the
 * member; undefined if the selfie does not wait any more, or if their main photo has changed since it was compared.
 * Runs in the caller's transaction.
 */
export async function decideSelfie(
  { db, services, now }: DecideContext,
  pictureId: string,
  { verdict, seen }: SelfieVerdict,
): Promise<string | undefined> {
  const request = await lockWaiting(db, "selfie", pictureId);
  if (!request) return undefined;
  const { memberId } = request;
  const approved = verdict === "approved";
  if (approved && !(await giveBadge(db, memberId, seen, now))) return undefined;
  await markDecided(db, pictureId, approved ? null : verdict, now);
  await services.jobs.add(db, removePhotoFiles, { folder: pictureFolder({ ...request, id: pictureId }) });
  const kind = approved ? "verified" : "verification_rejected";
  await addUpdate(db, { memberId, kind, path: "/profile#verification", now });
  return memberId;
}
