import type { z } from "zod";
import { adminRoles } from "#contract/constants.ts";
import type { Measure } from "#contract/sanctions.ts";
import type * as contract from "#contract/staff-members.ts";
import type { liftDebitBlock as liftCall } from "#contract/staff-payments.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { deleteFor } from "#server/features/account/index.ts";
import {
  lockMember,
  restoreMember,
  sanctionMember,
  takeDecisionBack,
  takeDownPhoto,
  writeToMember,
} from "#server/features/moderation/index.ts";
import { liftDebitBlock } from "#server/features/payments/index.ts";
import { reopenCheck } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { rejectionOf } from "../decide-case.ts";
import { endingItems, logClosed } from "../ended-by-ban.ts";
import { authorityDetail, endOrDays, isTimed, loggedLength } from "../measure-length.ts";
import type { AuditEntry, Logged } from "../staff/audit.ts";
import { findRejectedPictures } from "../staff/audit-store.ts";
import { deleteNoteOf, findMember, insertNote, isDecidedReport } from "./file-store.ts";

const lengthDetail = (measure: Measure, length: number | Date): Record<string, string | number | null> =>
  length instanceof Date ? { length: loggedLength(length) } : { days: isTimed(measure) ? length : null };

/** Takes a measure from a member's page, once for the state that the caller saw. */
export async function sanction(
  ctx: Mutating<StaffContext>,
  {
    id: memberId,
    measure,
    days,
    until,
    authority_told,
    authority_reference,
    ...more
  }: z.output<typeof contract.sanctionMember.body>,
): Promise<Logged<z.input<typeof contract.sanctionMember.answer>>> {
  const decisionId = ctx.services.random.uuid();
  const { staffId } = ctx.staff;
  const length = endOrDays(measure, { days, until }, ctx.now);
  const { result: sanctioned, ended } = await endingItems(ctx, { measure, members: [memberId] }, () =>
    sanctionMember(ctx, { ...more, memberId, measure, length, staffId, decisionId }),
  );
  if (!sanctioned) throw fail("staff_item_gone");
  const { refund = null } = more;
  const detail = {
    ...lengthDetail(measure, length),
    ...(measure === "banned" && { refund }),
    ...(authority_told && authorityDetail({ authority_told, authority_reference })),
  };
  const action = `member_${measure}` as const;
  return {
    answer: { ok: true, ended },
    log: [{ action, memberId, reason: more.ground, detail }, ...logClosed(memberId, sanctioned)],
  };
}

/** Each gets a statement of their own; members whose state is not what the caller saw are left out. */
export async function sanctionAll(
  ctx: Mutating<StaffContext>,
  { members, measure, days, until, ...more }: z.output<typeof contract.sanctionMembers.body>,
): Promise<Logged<z.input<typeof contract.sanctionMembers.answer>>> {
  const { staffId } = ctx.staff;
  const length = endOrDays(measure, { days, until }, ctx.now);
  const detail = { ...lengthDetail(measure, length), together: members.length };
  const versions = new Map(members.map(({ id, version }) => [id, version]));
  const left: string[] = [];
  const log: AuditEntry[] = [];
  // accounts are locked by their id, so that two such requests can't wait for each other
  const ids = [...versions.keys()].sort();
  // all before the first purse: a ban may refund
  for (const memberId of ids) await lockMember(ctx.db, memberId);
  const sanctionEach = async () => {
    for (const memberId of ids) {
      const stated = { ...more, memberId, measure, length, staffId, decisionId: ctx.services.random.uuid() };
      const sanctioned = await sanctionMember(ctx, { ...stated, version: versions.get(memberId) ?? -1 });
      if (sanctioned) {
        log.push({ action: `member_${measure}`, memberId, reason: more.ground, detail });
        log.push(...logClosed(memberId, sanctioned));
      } else left.push(memberId);
    }
  };
  const { ended } = await endingItems(ctx, { measure, members: ids }, sanctionEach);
  return { answer: { taken: ids.length - left.length, left_out: left, ended }, log };
}

/** Takes back the rejection of a member's last selfie or document; the log names the same picture. */
export async function takeBackPicture(
  { db, now }: Mutating<StaffContext>,
  { id: memberId, kind }: z.output<typeof contract.takeBackPicture.body>,
): Promise<AuditEntry> {
  if (!(await reopenCheck({ db, now }, memberId, kind))) throw fail("staff_item_gone");
  const [rejected] = await findRejectedPictures(db, memberId, 1, kind);
  const log = { action: "member_rejection_withdrawn", memberId, detail: { kind } } as const;
  return rejected?.subject ? { ...log, subject: rejected.subject } : log;
}

/** Notes that the police were told, also long after the decision; `report`: one about this member that is decided. */
export async function noteAuthority(
  { db }: StaffContext,
  { id: memberId, report, reference }: z.output<typeof contract.noteAuthority.body>,
): Promise<AuditEntry> {
  if (!(await findMember(db, memberId))) throw fail("profile_not_found");
  if (report !== undefined && !(await isDecidedReport(db, report, memberId))) throw fail("staff_item_gone");
  const detail = authorityDetail({ authority_told: true, authority_reference: reference });
  const subject = report === undefined ? {} : { subject: `report:${report}` };
  return { action: "authority_told", memberId, ...subject, detail };
}

/** Takes down a photo of a member, whether it was inspected before or not. */
export async function removeMemberPhoto(
  ctx: Mutating<StaffContext>,
  { id: memberId, photo, ground: reason }: z.output<typeof contract.removeMemberPhoto.body>,
): Promise<AuditEntry> {
  const owner = await takeDownPhoto(ctx, { ...rejectionOf(ctx, photo, reason), of: { memberId } });
  if (owner === undefined) throw fail("staff_item_gone");
  return { action: "photo_rejected", memberId, subject: `photo:${photo}`, reason };
}

/** Deletes a member's account because they asked for it; its mail has the link that restores it (0065). */
export async function deleteMember(
  ctx: StaffContext,
  { id: memberId, refund, reason }: z.output<typeof contract.deleteMember.body>,
): Promise<Logged<z.input<typeof contract.deleteMember.answer>>> {
  // it is about one member: no other lock comes before that of the account
  const refunds = await inTransaction(ctx.db, (db) =>
    deleteFor({ ...ctx, db }, { accountId: memberId, refund, cause: "team" }),
  );
  if (!refunds) throw fail("staff_item_gone");
  return { answer: { refunds }, log: { action: "member_deleted", memberId, reason, detail: { refund } } };
}

/** Notes something about a member for colleagues; the log says that, not what. */
export async function addNote(
  { db, staff, now }: StaffContext,
  { id: memberId, text }: z.output<typeof contract.addNote.body>,
): Promise<AuditEntry> {
  const id = await insertNote(db, { memberId, staffId: staff.staffId, text, now });
  if (id === undefined) throw fail("profile_not_found");
  return { action: "note_added", memberId, subject: `note:${id}` };
}

/** Deletes one's own note, or as an admin any; the log says that, not what it said. */
export async function deleteNote(
  { db, staff }: StaffContext,
  { id: memberId, note }: z.output<typeof contract.deleteNote.body>,
): Promise<AuditEntry> {
  const staffId = adminRoles.includes(staff.role) ? undefined : staff.staffId;
  if (!(await deleteNoteOf(db, { id: note, memberId, staffId }))) throw fail("staff_item_gone");
  return { action: "note_deleted", memberId, subject: `note:${note}` };
}

/** Writes to a member; the log says that, not what. */
export async function write(
  { db, services, staff: { staffId, role }, now }: Mutating<StaffContext>,
  { id: memberId, text }: z.output<typeof contract.writeToMember.body>,
): Promise<AuditEntry> {
  const id = await writeToMember({ db, services, now }, { memberId, text, staffId, role });
  if (id === undefined) throw fail("profile_not_found");
  return { action: "member_written", memberId, subject: `complaint:${id}` };
}

/** Lets a member pay by direct debit again; there is nothing to lift if a colleague has just done it. */
export async function liftDebits(
  { db }: StaffContext,
  { id: memberId, reason }: z.output<typeof liftCall.body>,
): Promise<AuditEntry> {
  if (!(await liftDebitBlock(db, memberId))) throw fail("staff_item_gone");
  return { action: "debit_block_lifted", memberId, reason };
}

export async function restoreByStaff(
  ctx: Mutating<StaffContext>,
  { id: memberId, version, words, decision }: z.output<typeof contract.restoreMember.body>,
): Promise<AuditEntry> {
  const act = { memberId, version, words, staffId: ctx.staff.staffId, decisionId: ctx.services.random.uuid() };
  const said = decision === undefined ? undefined : await takeDecisionBack(ctx, { ...act, decision });
  if (!said && !(await restoreMember(ctx, { ...act, decision }))) throw fail("staff_item_gone");
  const action = said ? (`member_${said}` as const) : "member_restored";
  return { action, memberId, ...(decision && { subject: `statement:${decision}` }) };
}
