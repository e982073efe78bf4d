import type { z } from "zod";
import type { DecisionKind, Ground } from "#contract/decisions.ts";
import type { ReportReason, ReportSubject } from "#contract/moderation.ts";
import {
  type getDecidedReport,
  type queuedReport,
  type queuedReports,
  reportersVerdicts,
  sameWordsListed,
} from "#contract/office.ts";
import { measures } from "#contract/sanctions.ts";
import { ageAt } from "#server/ages.ts";
import type { Db } from "#server/db/pool.ts";
import type { ChatLine } from "#server/features/chat/index.ts";
import {
  countReportOutcomes,
  findAllStatements,
  findDecidedTogether,
  findInForce,
  findLettersTo,
  findNoticesOf,
  findReportsOf,
  findToldReporters,
  isObjectedTo,
  reportedPhotoFile,
} from "#server/features/moderation/index.ts";
import { findKeptIntroductions, lastActive } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { findReportedMembers } from "./case-store.ts";
import { findLookAlikes } from "./look-alikes-store.ts";
import { messagePartsOf, noParts } from "./message-parts.ts";
import { toPerson } from "./person-facts.ts";
import { dangerReplies, measureReplies, reporterReplies } from "./saved-replies.ts";
import { filePath, soundPath } from "./serve-files.ts";
import type { Logged } from "./staff/audit.ts";
import { findAuthorityTold } from "./staff/audit-store.ts";

type Item = Omit<z.input<typeof queuedReports>, "since">;

/** How many earlier decisions about a member staff see beside reports. */
const decisionsShown = 10;

const iso = (time: Date | null) => time?.toISOString() ?? null;

export async function earlierDecisions(db: Db, memberId: string, now: Date): Promise<Item["decisions"]> {
  const [statements, standing] = await Promise.all([
    findAllStatements(db, memberId, decisionsShown),
    findInForce(db, memberId, now),
  ]);
  return statements.map((row) => ({
    id: row.id,
    decision: row.decision as DecisionKind,
    ground: row.ground as Ground | null,
    at: row.created_at.toISOString(),
    until: iso(row.until),
    in_force: standing.some(({ id }) => id === row.id),
    overturned: row.upheld === true,
  }));
}

type ReportRow = Omit<Awaited<ReturnType<typeof findDecidedTogether>>[number], "decision_id">;

const toReportedLine = ({ evidence, quoted, ...row }: ReportRow) =>
  evidence === null ? [] : [{ ...row, line: evidence as ChatLine, copied: quoted === null ? [] : [quoted] }];

function sameWordsIn({ reporter_same_words: same }: ReportRow) {
  return same === null
    ? { reports: 0, members: 0, others: [] }
    : { ...same, others: same.others.slice(0, sameWordsListed) };
}

/** Each with what its reporter's other reports were like; the id is that of the report. */
async function reportsForStaff(db: Db, rows: readonly ReportRow[], now: Date) {
  const outcomes = await countReportOutcomes(
    db,
    rows.flatMap(({ reporter_id: id }) => id ?? []),
    now,
  );
  const notices = await findNoticesOf(
    db,
    rows.map(({ id }) => id),
  );
  const partsOf = await messagePartsOf(db, rows.flatMap(toReportedLine));
  const introductions = await findKeptIntroductions(
    db,
    rows.flatMap(({ introduction_id: id }) => id ?? []),
  );
  const outcomeOf = (id: string) =>
    outcomes.find(({ member_id: member }) => member === id) ?? { decided: 0, upheld: 0, warned_at: null };
  return (row: ReportRow): z.output<typeof queuedReport> => {
    const { reporter_id: reporterId } = row;
    const { decided, upheld, warned_at: warnedAt } = outcomeOf(reporterId ?? "");
    const evidence = row.evidence as ChatLine | null;
    return {
      id: row.id,
      about: row.about as ReportSubject,
      reason: row.reason as ReportReason,
      filed_as: row.filed_as as ReportReason | null,
      at: row.created_at.toISOString(),
      text: row.text,
      unquoted: row.unquoted,
      message: evidence?.text ?? null,
      ...(toReportedLine(row).map(partsOf)[0] ?? noParts),
      ...(introductions.has(row.introduction_id ?? "") && { sound: soundPath("reported", row.id) }),
      talk: row.talk_at === null ? null : { at: row.talk_at.toISOString(), seconds: row.talk_seconds },
      written: evidence?.at ?? null,
      image: row.photo_id === null ? null : filePath("report", row.id),
      photo: row.photo_id,
      has_chat: row.about === "chat" || row.chat_copied,
      reported: toPerson({ member_id: row.reported_id, name: row.reported, fictional: row.reported_fictional }),
      reporter:
        reporterId === null
          ? null
          : {
              id: reporterId,
              name: row.reporter ?? "",
              fictional: row.reporter_fictional === true,
              ...{ decided, upheld, unfounded: row.reporter_unfounded, warned_at: iso(warnedAt) },
              same_words: sameWordsIn(row),
              version: row.reporter_version,
            },
      notice: notices.get(row.id) ?? null,
    };
  };
}

/** All reports that were decided on together with one of these, with their photos and chats so far as they exist. */
export async function showDecidedReports(
  { db, services, now }: Pick<StaffContext, "db" | "services" | "now">,
  ids: readonly string[],
) {
  const rows = await findDecidedTogether(db, ids);
  const show = await reportsForStaff(db, rows, now);
  const reports = await Promise.all(
    rows.map(async (row) => {
      const file = row.photo_id === null ? null : await reportedPhotoFile(db, row.id, { closed: true });
      const hasFile = file !== null && (await services.files.get(file)) !== null;
      return { ...show(row), ...(!hasFile && { image: null }) };
    }),
  );
  const decisionOf = (reportId: string) => rows.find(({ id }) => id === reportId)?.decision_id ?? null;
  return (reportId: string | null) => {
    const decision = reportId && decisionOf(reportId);
    return reports.filter(({ id }) => id === reportId || (decision !== null && decisionOf(id) === decision));
  };
}

/** What was decided on with a report, so far as it is kept; chat and photos as for who answers an objection. */
export async function showDecidedReport(
  ctx: StaffContext,
  id: string,
): Promise<Logged<z.input<typeof getDecidedReport.answer>>> {
  const { db } = ctx;
  const decided = (await findDecidedTogether(db, [id])).find((row) => row.id === id && row.decision_id !== null);
  if (!decided) throw fail("staff_item_gone");
  const { reported_id: memberId } = decided;
  const reports = (await showDecidedReports(ctx, [id]))(id);
  const isOpen = await isObjectedTo(db, id);
  const ids = reports.map((report) => report.id);
  return {
    answer: {
      reports: isOpen ? reports : reports.map((report) => ({ ...report, image: null, sound: null, has_chat: false })),
      ...(await findAuthorityTold(db, id, memberId)),
      told: await findToldReporters(db, ids),
    },
    log: { action: "report_opened", memberId, subject: `report:${id}` },
  };
}

const isDanger = ({ reason }: { reason: string }) => reason === ("danger" satisfies ReportReason);

/** Who may be in danger by these reports, the reported member first; null: no one. The screen adds the rest. */
function showDanger(
  ctx: StaffContext,
  reports: readonly ReportRow[],
  members: Awaited<ReturnType<typeof findReportedMembers>>,
): Item["danger"] {
  const dangers = reports.filter(isDanger);
  if (dangers.length === 0) return null;
  const [reported] = dangers;
  const ids = new Set([reported?.reported_id, ...dangers.map(({ reporter_id: id }) => id)]);
  return [...ids].flatMap((id) => {
    const member = members.find(({ member_id }) => member_id === id);
    if (!member) return [];
    const { member_id, name, fictional, country, language, status } = member;
    const isReported = member_id === reported?.reported_id;
    const [selfHarm, threatened] = dangerReplies(ctx, member);
    // the likelier one first: the reported member may harm themselves, the reporter may be threatened
    const replies = isReported ? [selfHarm, threatened] : [threatened, selfHarm];
    return {
      ...{ id: member_id, name, fictional, country, language },
      reported: isReported,
      replies: fictional || status === "deleted" ? [] : replies,
    };
  });
}

/** What was written to the member and to the reporters of an item since its first report. */
function lettersAbout(
  id: string,
  reports: readonly ReportRow[],
  letters: Awaited<ReturnType<typeof findLettersTo>>,
): Item["letters"] {
  const since = Math.min(...reports.map(({ created_at }) => created_at.getTime()));
  const readers = [id, ...reports.map(({ reporter_id }) => reporter_id)];
  return letters
    .filter(({ member_id, created_at }) => readers.includes(member_id) && created_at.getTime() >= since)
    .map(({ name, created_at }) => ({ name, at: created_at.toISOString() }));
}

/**
 * For those who made the reports, members or guests; none if no one reads them. With a measure others read the words.
 */
function repliesToReporters(
  ctx: StaffContext,
  reports: readonly z.output<typeof queuedReport>[],
  members: Awaited<ReturnType<typeof findReportedMembers>>,
  isNamed: boolean,
): Pick<Item, "reporter_replies" | "reporter_languages"> {
  const readers = reports.flatMap(({ reporter, notice }) => {
    const member = members.find(({ member_id }) => member_id === reporter?.id);
    return member ?? (notice === null || notice.email === "" ? [] : { language: notice.language, country: null });
  });
  const { languages, replies } = reporterReplies(ctx, readers, isNamed);
  return {
    reporter_replies: replies.map((reply) => ({
      ...reply,
      not_with: [...(reply.not_with ?? []), "removed", ...measures],
    })),
    reporter_languages: languages,
  };
}

/** The open reports about each of these members, with what staff need to decide on all of them. */
export async function showReportItems(db: Db, ids: readonly string[], ctx: StaffContext): Promise<Item[]> {
  const { now } = ctx;
  const open = await findReportsOf(db, ids);
  const rows = Map.groupBy(open, ({ item }) => item);
  const people = [...ids, ...open.flatMap(({ reporter_id: id }) => id ?? [])];
  const [members, lookAlikesOf, showReport, letters] = await Promise.all([
    findReportedMembers(db, people),
    findLookAlikes(ctx, ids),
    reportsForStaff(db, open, now),
    findLettersTo(db, people),
  ]);
  return await Promise.all(
    [...rows].map(async ([id, reports]): Promise<Item> => {
      const member = members.find(({ member_id }) => member_id === id);
      const entries = reports.map(showReport);
      const shared = {
        ...{ id, site: reports[0]?.site ?? "", reports: entries },
        danger: showDanger(ctx, reports, members),
        ...repliesToReporters(ctx, entries, members, member !== undefined),
        letters: lettersAbout(id, reports, letters),
      };
      if (!member) return { ...shared, member: null, about: null, decisions: [] };
      const { muted_until: muted } = member;
      return {
        ...shared,
        member: { id, name: member.name, fictional: member.fictional },
        about: {
          age: ageAt(member.date_of_birth, now),
          language: member.language,
          town: member.town,
          country: member.country,
          photo: member.photo_id && filePath("profile", member.photo_id),
          about_me: member.about_me,
          look_alikes: lookAlikesOf(id),
          questions: member.questions,
          status: member.status,
          joined: member.created_at.toISOString(),
          last_active: lastActive(member.last_active_at, now).toISOString(),
          muted_until: muted !== null && muted > now ? iso(muted) : null,
          suspended_until: iso(member.suspended_until),
        },
        decisions: await earlierDecisions(db, id, now),
        replies: measureReplies(ctx, member).map((reply) => ({ ...reply, not_with: [...reportersVerdicts] })),
      };
    }),
  );
}
