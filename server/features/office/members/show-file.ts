import type { z } from "zod";
import { adminRoles, type StaffRole } from "#contract/constants.ts";
import type { DecisionKind, Ground } from "#contract/decisions.ts";
import type { ReportReason, ReportSubject } from "#contract/moderation.ts";
import { sanctionRoles } from "#contract/sanctions.ts";
import {
  type revealFields as call,
  fileEntries,
  type memberFile,
  moneyRoles,
  safetyRoles,
  sensitiveRoles,
} from "#contract/staff-members.ts";
import { ageAt } from "#server/ages.ts";
import { describeDevice } from "#server/features/auth/index.ts";
import { findAllStatements, findInForce, listComplaints } from "#server/features/moderation/index.ts";
import { findDebitBlock, formatNumber, showUnspent } from "#server/features/payments/index.ts";
import { findReopenable, lastActive } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { findLookAlikes } from "../look-alikes-store.ts";
import { isCancellable } from "../money/cancel-debit.ts";
import { describeProposal } from "../proposals/propose.ts";
import { findProposalsAbout } from "../proposals/store.ts";
import { findOwnReplies } from "../reply-store.ts";
import { dangerReplies, measureReplies, savedReplies } from "../saved-replies.ts";
import { filePath, soundPath } from "../serve-files.ts";
import type { Logged } from "../staff/audit.ts";
import { findHelp, findRejectedPictures } from "../staff/audit-store.ts";
import {
  countActivity,
  findDevices,
  findIntroductionsInFile,
  findMember,
  findNotes,
  findPhotosInFile,
  findReports,
  findSensitive,
} from "./file-store.ts";
import { findPaymentsOfMember, findWallet, sumLedgerByDay } from "./money-store.ts";

type File = z.input<typeof memberFile>;

/** Decisions about what others read in the profile: those about a chat never show what was written there (D11.4). */
const textDecisions: readonly string[] = [
  "text_rejected",
  "question_rejected",
  "text_removed",
] satisfies DecisionKind[];
const iso = (time: Date | null) => time?.toISOString() ?? null;

/** What is known about a member, each part for the roles that need it. */
export async function showFile(ctx: StaffContext, id: string): Promise<File> {
  const { db, staff, now } = ctx;
  const file = await findMember(db, id);
  if (!file) throw fail("profile_not_found");
  const may = (roles: readonly StaffRole[]) => roles.includes(staff.role);
  const { confirmed_at, muted_until, suspended_until, banned_at, deleted_at, date_of_birth, ...member } = file;
  const [counts, unspent, photos, introductions, money, safety, ownReplies] = await Promise.all([
    countActivity(db, id),
    showUnspent(db, id),
    may(safetyRoles) ? findPhotosInFile(db, id) : [],
    may(safetyRoles) ? findIntroductionsInFile(db, id, fileEntries) : [],
    may(moneyRoles) ? showMoney(ctx, id) : null,
    may(safetyRoles) ? showSafety(ctx, id) : null,
    findOwnReplies(db, staff.staffId),
  ]);
  const isVictim = (safety?.reports ?? []).some(
    ({ made, reason, open, unfounded }) => made && reason === "scam" && !open && !unfounded,
  );
  return {
    member: {
      ...member,
      age: ageAt(date_of_birth, now),
      created_at: file.created_at.toISOString(),
      last_active_at: lastActive(file.last_active_at, now).toISOString(),
      confirmed_at: iso(confirmed_at),
      muted_until: muted_until !== null && muted_until > now ? iso(muted_until) : null,
      suspended_until: iso(suspended_until),
      banned_at: iso(banned_at),
      deleted_at: iso(deleted_at),
    },
    counts,
    unspent: unspent.refunds,
    photos: photos.map((photo) => ({ ...photo, image: filePath("profile", photo.id) })),
    introductions: introductions.map(({ created_at: at, ...each }) => ({
      ...each,
      sound: soundPath("heard", each.id),
      at: at.toISOString(),
    })),
    money,
    safety,
    measure_replies: may(sanctionRoles) ? measureReplies(ctx, file) : [],
    lift_replies: may(sanctionRoles) ? savedReplies(ctx, "lifts", file.language) : [],
    replies: [
      ...ownReplies,
      ...savedReplies(ctx, "victims", file.language, { fits: isVictim }),
      ...savedReplies(ctx, "complaints", file.language),
      ...dangerReplies(ctx, file),
    ],
  };
}

export async function listPaymentsInFile({ db, services }: Pick<StaffContext, "db" | "services">, id: string) {
  return (await findPaymentsOfMember(db, id, fileEntries)).map((row) => ({
    id: row.id,
    number: row.year === null || row.number === null ? null : formatNumber({ year: row.year, number: row.number }),
    at: row.created_at.toISOString(),
    status: row.status,
    credits: row.credits,
    amount: row.amount_minor,
    refunded: row.refunded_minor,
    refunding: row.refunding,
    charged_back: row.charged_back_minor,
    currency: row.currency,
    method: row.method,
    cancellable: isCancellable(services, row),
    code: row.typed_code,
    debit:
      row.mandate_reference === null || row.collect_on === null
        ? null
        : { reference: row.mandate_reference, collect_on: row.collect_on },
  }));
}

type Waiting = Awaited<ReturnType<typeof findProposalsAbout>>;

/** What waits for a second person, in words. */
export const showWaiting = ({ language, staff }: StaffContext, proposals: Waiting) =>
  proposals.map(({ id, kind, change, reason, by, staff_id }) => ({
    id,
    text: describeProposal(language, kind, change),
    reason,
    by,
    own: staff_id === staff.staffId,
  }));

async function showMoney(ctx: StaffContext, id: string): Promise<File["money"]> {
  const { db, now } = ctx;
  const [wallet, ledger, payments, blockedAt, waiting] = await Promise.all([
    findWallet(db, id),
    sumLedgerByDay(db, id, fileEntries),
    listPaymentsInFile(ctx, id),
    findDebitBlock(db, id),
    findProposalsAbout(db, id, now),
  ]);
  return {
    credits: wallet?.credits ?? 0,
    debt: wallet?.debt ?? 0,
    ledger,
    payments,
    debits_blocked_at: iso(blockedAt),
    waiting: showWaiting(ctx, waiting),
  };
}

async function showSafety(ctx: StaffContext, id: string): Promise<File["safety"]> {
  const { db, staff, now } = ctx;
  const [lookAlikesOf, reports, statements, standing, help, complaints, notes, devices, rejected, reopenable] =
    await Promise.all([
      findLookAlikes(ctx, [id]),
      findReports(db, id, fileEntries),
      findAllStatements(db, id, fileEntries),
      findInForce(db, id, now),
      findHelp(db, id, fileEntries),
      listComplaints(db, id, fileEntries, now),
      findNotes(db, id, fileEntries),
      findDevices(db, id, now, fileEntries),
      findRejectedPictures(db, id, fileEntries),
      findReopenable(db, id),
    ]);
  return {
    look_alikes: lookAlikesOf(id),
    reports: reports.map((row) => ({
      id: row.id,
      made: row.made,
      other: row.other_id === null ? null : { id: row.other_id, name: row.other ?? "" },
      about: row.about as ReportSubject,
      reason: row.reason as ReportReason,
      open: row.status === "open",
      unfounded: row.unfounded,
      at: row.created_at.toISOString(),
    })),
    decisions: statements.map((row) => ({
      id: row.id,
      decision: row.decision as DecisionKind,
      ground: row.ground as Ground | null,
      words: row.words,
      until: iso(row.until),
      at: row.created_at.toISOString(),
      by: row.decided_by,
      in_force: standing.some((measure) => measure.id === row.id),
      lifted: row.lifted_at !== null,
      content: textDecisions.includes(row.decision) ? row.content : null,
      image: row.has_photo ? filePath("rejected", row.id) : null,
      can_take_back: row.can_take_back,
      objection: stateOfObjection(row),
      appeal: showAppeal(row),
    })),
    rejected_pictures: rejected.map(({ action, reason, at, by, lifted }, index) => {
      const kind = action.startsWith("age_") ? "document" : "selfie";
      const isLast = rejected.findIndex((each) => each.action === action) === index;
      const canTakeBack = isLast && !lifted && reopenable.includes(kind);
      return {
        kind,
        reason: reason ?? "",
        at: at.toISOString(),
        by,
        taken_back: lifted,
        can_take_back: canTakeBack,
      } as const;
    }),
    help: help.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    complaints,
    notes: notes.map(({ created_at: at, staff_id: writer, ...note }) => ({
      ...note,
      at: at.toISOString(),
      can_delete: writer === staff.staffId || adminRoles.includes(staff.role),
    })),
    devices: devices.map((row) => ({
      ...describeDevice(row.user_agent),
      country: row.country,
      first_seen: row.created_at.toISOString(),
      last_seen: (row.session_used_at ?? row.used_at).toISOString(),
      logged_in: row.session_used_at !== null,
    })),
  };
}

function showAppeal(row: Awaited<ReturnType<typeof findAllStatements>>[number]) {
  const { objected_at: at, answered_at: answeredAt, answered_by: by } = row;
  if (at === null) return null;
  const answer = answeredAt && { words: row.answer ?? "", at: answeredAt.toISOString(), by };
  return { text: row.objection ?? "", at: at.toISOString(), answer };
}

function stateOfObjection(row: { objected_at: Date | null; answered_at: Date | null; upheld: boolean | null }) {
  if (row.objected_at === null) return "none";
  if (row.answered_at === null) return "open";
  return row.upheld ? "upheld" : "rejected";
}

/** Shows sensitive fields of a member; each is logged with the reason. A field without a value is left out. */
export async function revealFields(
  { db, staff }: StaffContext,
  { id, fields, reason }: z.output<typeof call.body>,
): Promise<Logged<z.input<typeof call.answer>>> {
  const isAllowed = (field: (typeof fields)[number]) =>
    (sensitiveRoles[field] as readonly StaffRole[]).includes(staff.role);
  if (!fields.every(isAllowed)) throw fail("staff_role_missing");
  const values = await findSensitive(db, id);
  if (!values) throw fail("profile_not_found");
  const asked = [...new Set(fields)];
  const entries = asked.flatMap((field) => (values[field] === null ? [] : [[field, values[field]]]));
  const entry = { action: "field_revealed", memberId: id, reason } as const;
  const log = asked.map((field) => ({ ...entry, subject: `field:${field}` }));
  return { answer: { fields: Object.fromEntries(entries) }, log };
}
