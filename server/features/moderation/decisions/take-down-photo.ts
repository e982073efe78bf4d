import { sealedGround } from "#contract/decisions.ts";
import type { Lockable } from "#server/db/locks.ts";
import { rejectChatPhoto } from "#server/features/chat/index.ts";
import {
  type PhotoOf,
  rejectPhoto,
  removePhotoFiles,
  reportedCopy,
  reportedFolder,
  sealForPolice,
} from "#server/features/profiles/index.ts";
import type { Services } from "#server/services.ts";
import { takePhotoCopy } from "../store.ts";
import { issueStatement, type NewStatement, type OfReport, type StaffRejection } from "./issue-statement.ts";
import type { StatementContext } from "./mail-statement.ts";
import { rejectionReason } from "./rules.ts";

type RejectedPhoto = StaffRejection & Pick<NewStatement, "photoReason">;

/**
 * It can't be uploaded again; its owner gets a statement. `of`: which photos may be rejected. Returns the
 * owner; undefined if there is no such photo. Runs in the caller's transaction.
 */
export async function takeDownPhoto(
  ctx: StatementContext & { db: Lockable<"profiles">; services: Pick<Services, "hooks"> },
  { id, of, ...rejection }: RejectedPhoto & { of: "inspection" | { memberId: string } },
  reported?: OfReport,
): Promise<string | undefined> {
  const { ground, decisionId } = rejection;
  const owner = await rejectPhoto(ctx, id, { of, ground, decisionId });
  if (!owner) return undefined;
  const { siteId, memberId, uploadedAt: at, suspected } = owner;
  const facts = { source: suspected ? "program" : "own_initiative", content: { about: "photo", at } } as const;
  const photoId = ground === sealedGround ? null : id;
  const stated = { siteId, memberId, side: "owner", decision: "photo_rejected", photoId, ...rejection } as const;
  await issueStatement(ctx, { ...stated, ...facts, ...reported });
  return memberId;
}

/** The same for a photo in a chat; undefined too if it was rejected before, or its chat was deleted. */
export async function takeDownChatPhoto(
  ctx: StatementContext & { db: Lockable<"conversations"> },
  { id, ...rejection }: RejectedPhoto,
  reported?: OfReport,
) {
  const { ground, decisionId } = rejection;
  const reason = rejectionReason(ground);
  const author = await rejectChatPhoto({ ...ctx.services, db: ctx.db }, id, { reason, decisionId });
  if (!author) return undefined;
  // people look at every photo in a chat before it is delivered
  const facts = { source: "own_initiative", content: { about: "photo" } } as const;
  const photoId = reason === sealedGround ? null : id;
  const stated = { ...author, side: "owner", decision: "chat_photo_rejected", photoId, ...rejection } as const;
  await issueStatement(ctx, { ...stated, ...facts, ...reported });
  return author.memberId;
}

/** Seals the copy for staff of a reported photo that is deleted, if there is one: of child abuse only. */
export async function sealReportedCopy(
  { db, services: { jobs }, now }: StatementContext,
  photo: PhotoOf,
  decisionId: string,
): Promise<void> {
  if (!(await takePhotoCopy(db, photo))) return;
  const to = await sealForPolice(db, photo, { soundType: null, decisionId, now });
  const keep = { from: reportedCopy(photo), to };
  await jobs.add(db, removePhotoFiles, { folder: reportedFolder(photo), keep });
}
