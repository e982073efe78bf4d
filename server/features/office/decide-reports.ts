import type { z } from "zod";
import { dayOf } from "#contract/days.ts";
import { type Ground, sealedGround } from "#contract/decisions.ts";
import type { ReportReason, ReportSubject } from "#contract/moderation.ts";
import type * as contract from "#contract/office.ts";
import { undoSeconds } from "#contract/office.ts";
import { measures } from "#contract/sanctions.ts";
import type { EndedByBan } from "#contract/staff-members.ts";
import type { Db } from "#server/db/pool.ts";
import { type ChatLine, findPhotosWithFiles } from "#server/features/chat/index.ts";
import {
  answerNotice,
  askNotifier,
  hasDecidedBefore,
  isObjectedTo,
  issueStatement,
  nameReported,
  openReport,
  reopenNotice,
  type StatedContent,
  sanctionMember,
  sealReportedCopy,
  setDanger,
  settleReports,
  shownSubject,
  takeDownChatPhoto,
  takeDownIntroduction,
  takeDownPhoto,
  takeDownVoice,
  unsetDanger,
} from "#server/features/moderation/index.ts";
import { deleteQuestion, takeDownText } from "#server/features/profiles/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { endingItems, logClosed } from "./ended-by-ban.ts";
import type { DecideContext, DecidedCase } from "./held-decisions.ts";
import { authorityDetail, endOrDays, isTimed, loggedLength } from "./measure-length.ts";
import { messagePartsOf } from "./message-parts.ts";
import { claimOne, settleClaim } from "./queue-store.ts";
import { filePath } from "./serve-files.ts";
import type { AuditEntry, Logged } from "./staff/audit.ts";

type Verdict = z.output<typeof contract.decideReports.body>;
type Report = NonNullable<Awaited<ReturnType<typeof settleReports>>>[number];

/**
 * Decides once (D11.2). Reporters get a statement of reasons, and the reported member if something was done about them:
 * to them go the words of staff then, else to the reporters. Undefined if a report is closed already: what staff saw
 * is out of date.
 */
export async function decideReports(
  ctx: DecideContext,
  decision: Verdict,
): Promise<readonly DecidedCase[] | undefined> {
  const { db, services, now, staff } = ctx;
  const { id, verdict, words } = decision;
  const length = endOrDays(verdict, decision, now);
  // an objection to what was decided on a notice is for another person
  for (const reportId of decision.reports) if (await hasDecidedBefore(db, reportId, staff.staffId)) return undefined;
  const decisionId = services.random.uuid();
  const unfounded = decision.unfounded && verdict === "kept";
  const reports = await settleReports(db, decision.reports, { item: id, decisionId, unfounded, now });
  const main = reports?.find(({ reason }) => reason === decision.ground) ?? reports?.[0];
  if (!reports || !main) return undefined;
  if (verdict === "asked") return await askAll(ctx, reports, words);
  if (verdict === "helped" && !reports.some(isDanger)) throw failFields({ verdict: "unknown_option" });
  const act = actOf(decision, main);
  const ground = act?.ground ?? null;
  const shared = { decisionId, reportId: main.id, staffId: staff.staffId, words };
  if (act?.verdict === "removed") await removeReported(ctx, reports, { ...shared, ground: act.ground });
  // undefined: the account is deleted, and the measure is no ban
  let sanctionResult: Awaited<ReturnType<typeof sanctionMember>> = { alreadyBanned: false };
  let ended: EndedByBan = [];
  if (act && isMeasure(act.verdict)) {
    const sanction = { ...shared, memberId: act.memberId, measure: act.verdict, length, ground: act.ground };
    const content = reportedContent(main);
    const taking = { measure: sanction.measure, members: [act.memberId] };
    ({ result: sanctionResult, ended } = await endingItems(ctx, taking, () =>
      sanctionMember(ctx, { ...sanction, content }),
    ));
  }
  const acted = act !== null;
  const reporterWords = acted ? "" : words;
  for (const report of reports) {
    const answer = { reportId: report.id, acted, isDanger: isDanger(report), words: reporterWords };
    await answerNotice({ db, services, now }, { ...answer, staffId: staff.staffId });
  }
  const answered = new Set<string>();
  for (const report of reports) {
    const { id: reportId, site_id: siteId, reporter_id: memberId } = report;
    if (!memberId) continue;
    // a worry about someone's life is not answered with rules
    const left = !isDanger(report) ? "report_kept" : verdict === "helped" ? "danger_helped" : "danger_checked";
    const decision = acted ? "report_acted" : left;
    const statement = { siteId, memberId, side: "reporter", decision, source: null, ground, reportId } as const;
    const reported = { about: shownSubject(report), reason: report.reason as ReportReason, at: report.created_at };
    // a member has one statement of a decision; for each further report there is one more
    const ownId = answered.has(memberId) ? services.random.uuid() : decisionId;
    answered.add(memberId);
    await issueStatement(ctx, { ...shared, ...statement, report: reported, words: reporterWords, decisionId: ownId });
  }
  const note = sanctionResult?.alreadyBanned ? "already_banned" : null;
  const detail = {
    taken: sanctionResult !== undefined,
    ...authorityDetail(decision),
    ...(isTimed(verdict) && { length: loggedLength(length) }),
  };
  const decided = reports.map(
    (report): DecidedCase => ({
      action: `report_${verdict}`,
      memberId: report.reported_id,
      subject: `report:${report.id}`,
      reason: ground,
      detail,
      note,
      ...(ended.length > 0 && { ended }),
    }),
  );
  return [...decided, ...(act ? logClosed(act.memberId, sanctionResult) : [])];
}

const isDanger = ({ reason }: Pick<Report, "reason">) => reason === ("danger" satisfies ReportReason);

/** Needs a member: else nothing is done, and no notifier hears that something was (DSA, article 16(5)). */
type Act = { memberId: string; verdict: Exclude<Verdict["verdict"], "kept" | "helped" | "asked">; ground: Ground };

function actOf({ verdict, ground }: Verdict, { reported_id: memberId }: Pick<Report, "reported_id">): Act | null {
  if (verdict === "kept" || verdict === "helped" || verdict === "asked") return null;
  if (ground === undefined) throw failFields({ ground: "required" });
  if (memberId === null) throw failFields({ verdict: "unknown_option" });
  return { memberId, verdict, ground };
}

/** Asks the notifiers of reports that name no member. */
async function askAll(
  { db, services, now }: DecideContext,
  reports: readonly Report[],
  question: string,
): Promise<DecidedCase[]> {
  for (const { id, reported_id: memberId } of reports) {
    const isAsked = memberId === null && (await askNotifier({ db, services, now }, id, question));
    if (!isAsked) throw failFields({ verdict: "unknown_option" });
  }
  return reports.map(({ id }) => ({ action: "report_asked", subject: `report:${id}` }));
}

/** Ends the caller's claim on a notice: from now on its item is the member. */
export async function nameReportedMember(
  { db, staff, now }: Mutating<StaffContext>,
  { id, place }: z.output<typeof contract.nameReported.body>,
): Promise<AuditEntry> {
  if (!(await settleClaim(db, { queue: "reports", staff, now, item: id }))) throw fail("staff_item_claimed");
  const named = await nameReported(db, id, place);
  if (!named) throw fail("staff_item_gone");
  if (named.memberId === null) throw fail("profile_not_found");
  return { action: "report_member_named", memberId: named.memberId, subject: `report:${id}` };
}

export async function reopenByStaff(
  { db, now }: Mutating<StaffContext>,
  id: string,
): Promise<Logged<{ item: string }>> {
  const reopened = await reopenNotice({ db, now }, id);
  if (!reopened) throw fail("staff_item_gone");
  const { report, memberId } = reopened;
  return {
    answer: { item: memberId ?? report },
    log: { action: "notice_reopened", memberId, subject: `report:${report}` },
  };
}

type Named = z.output<typeof contract.markDanger.body>;

/** The caller goes on with the item, which no other person may have; `change` returns undefined if it is too late. */
async function changeDanger(
  { db, staff, now }: Mutating<StaffContext>,
  { id }: Named,
  change: () => Promise<{ reported_id: string | null } | undefined>,
) {
  const changed = await change();
  if (!changed) throw fail("staff_item_gone");
  const { reported_id: memberId } = changed;
  if (!(await claimOne(db, { queue: "reports", staff, now, item: memberId ?? id }))) throw fail("staff_item_claimed");
  return { memberId, subject: `report:${id}` };
}

/** A report for another reason counts as one of danger at once: its place, what staff are shown, and its answer. */
export async function markDanger(ctx: Mutating<StaffContext>, named: Named): Promise<AuditEntry> {
  const entry = await changeDanger(ctx, named, () => setDanger(ctx.db, named.id, ctx.now));
  return { action: "report_danger_marked", ...entry };
}

/** A little longer than staff see the button, as their request takes its time. */
const unmarkMs = (undoSeconds + 2) * 1000;

export async function unmarkDanger(ctx: Mutating<StaffContext>, named: Named): Promise<AuditEntry> {
  const since = new Date(ctx.now.getTime() - unmarkMs);
  const entry = await changeDanger(ctx, named, () => unsetDanger(ctx.db, named.id, since));
  return { action: "report_danger_unmarked", ...entry };
}

/** The reasons that a message's own words are; the others are about the person, whatever they wrote. */
const reasonsInWords: readonly string[] = ["danger", "harassment", "scam", "explicit"];

/** DSA, article 17(3)(b). Words tell who reported: given only if they are the reason, the time by the day (0099). */
function reportedContent(
  report: Pick<Report, "about" | "talk_at" | "evidence" | "reason" | "unquoted">,
): StatedContent {
  const { talk_at: talkAt, evidence, reason, unquoted } = report;
  const about = shownSubject(report);
  const line = evidence as { text: string; at: string } | null;
  const at = talkAt ?? (line && new Date(line.at));
  if (at === null || unquoted) return { about };
  const noon = new Date(`${dayOf(at)}T12:00:00Z`);
  return { about, at: noon, ...(line && reasonsInWords.includes(reason) && { text: line.text }) };
}

const isMeasure = (verdict: Verdict["verdict"]): verdict is (typeof measures)[number] =>
  (measures as readonly string[]).includes(verdict);

type Removal = { decisionId: string; staffId: string; words: string; ground: Ground };
type ReportedPart = {
  id: string | null;
  /** The voice message of a reported message, or the introduction of a reported profile. */
  voice: string | null;
  owner: { siteId: number; memberId: string; side: "owner" };
  rejection: Pick<Removal, "ground" | "decisionId" | "staffId">;
  stated: { reportId: string; source: "notice"; content: StatedContent; words: string };
};

/** What of a member's can be taken down by itself; each returns whether there was something. */
const removals: Partial<Record<ReportSubject, (ctx: DecideContext, part: ReportedPart) => Promise<boolean>>> = {
  async photo(ctx, { id, owner, rejection, stated }) {
    const isTaken =
      id !== null &&
      ((await takeDownPhoto(ctx, { id, of: { memberId: owner.memberId }, ...rejection }, stated)) ??
        (await takeDownChatPhoto(ctx, { id, ...rejection }, stated)));
    if (isTaken) return true;
    const { ground, decisionId } = rejection;
    if (id !== null && ground === sealedGround) await sealReportedCopy(ctx, { ...owner, id }, decisionId);
    // of a photo that is deleted already, its owner is told all the same
    await issueStatement(ctx, { ...owner, decision: "photo_rejected", ...rejection, ...stated });
    return true;
  },
  async message(ctx, { voice, owner, rejection, stated }) {
    // words are answered by a measure
    if (voice === null) return false;
    const isTaken = await takeDownVoice(ctx, { id: voice, ...rejection }, stated);
    // of one that is deleted already, its author is told all the same
    if (!isTaken) await issueStatement(ctx, { ...owner, decision: "voice_rejected", ...rejection, ...stated });
    return true;
  },
  async question(ctx, { id, owner, rejection, stated }) {
    if (id !== null) await deleteQuestion(ctx.db, owner.memberId, id);
    await issueStatement(ctx, { ...owner, decision: "question_rejected", ...rejection, ...stated });
    return true;
  },
  async profile(ctx, { voice, owner, rejection, stated }) {
    const isTaken = voice !== null && (await takeDownIntroduction(ctx, { id: voice, ...rejection }, stated));
    // of one that is deleted already, its owner is told all the same
    if (voice !== null && !isTaken) {
      const rejected = { ...owner, decision: "introduction_rejected", ...rejection } as const;
      await issueStatement(ctx, { ...rejected, ...stated, content: { about: "voice" } });
    }
    const text = await takeDownText(ctx.db, owner.memberId);
    if (text === "") return voice !== null;
    const content = { about: "text", text } as const;
    // each has a statement of its own
    const decisionId = voice === null ? rejection.decisionId : ctx.services.random.uuid();
    const removed = { ...owner, decision: "text_removed", ...rejection, decisionId } as const;
    await issueStatement(ctx, { ...removed, ...stated, content });
    return true;
  },
};

/** The latest voice introduction that others heard when one of these reports of a profile was made. */
const introductionIn = (reports: readonly Report[]) =>
  reports.findLast(({ introduction_id: id }) => id !== null)?.introduction_id;

/** Takes down each reported photo, voice message, question, or text and introduction, each with a statement. */
async function removeReported(ctx: DecideContext, reports: readonly Report[], removal: Removal): Promise<void> {
  // a photo or question is reported by its id, the text about oneself with the profile
  const reportsByThing = Map.groupBy(reports, ({ about, about_id: thingId, id }) =>
    about === "profile" ? about : `${about} ${thingId ?? id}`,
  );
  let decisionId: string | undefined = removal.decisionId;
  for (const [report, ...others] of reportsByThing.values()) {
    const remove = report && removals[report.about as ReportSubject];
    if (!remove || report.reported_id === null) continue;
    const { site_id: siteId, reported_id: memberId, about_id: id, id: reportId } = report;
    const isRemoved = await remove(ctx, {
      id,
      voice: introductionIn([report, ...others]) ?? (report.evidence as ChatLine | null)?.voice ?? null,
      owner: { siteId, memberId, side: "owner" },
      // the first has the id of the decision, which the other side's statement has, too
      rejection: {
        ground: removal.ground,
        decisionId: decisionId ?? ctx.services.random.uuid(),
        staffId: removal.staffId,
      },
      stated: { reportId, source: "notice", content: reportedContent(report), words: removal.words },
    });
    if (isRemoved) decisionId = undefined;
  }
  if (decisionId !== undefined) throw failFields({ verdict: "unknown_option" });
}

type ChatLines = z.input<typeof contract.openReportedChat.answer>;

/** Finds the photo of a line of a chat, or of its copy, if the photo still exists. */
async function findChatPhotos(db: Db, lines: readonly ChatLine[]): Promise<(line: ChatLine) => string | undefined> {
  const withPhotos = lines.filter(({ attachment }) => attachment?.kind === "photo");
  if (withPhotos.length === 0) return () => undefined;
  const idsOf = (key: "id" | "photo") => withPhotos.flatMap((line) => line[key] ?? []);
  const photos = await findPhotosWithFiles(db, idsOf("id"), idsOf("photo"));
  return (line) => photos.find(({ id, message_id }) => id === line.photo || (message_id ?? "") === line.id)?.id;
}

/** Opens the chat of a report while that, or an objection to its decision, is open; the log has it at the report. */
export async function openReportedChat({ db, services, now }: StaffContext, id: string): Promise<Logged<ChatLines>> {
  const report = await openReport({ db, services }, id, now);
  if (!report || report.chat.length === 0) throw fail("staff_item_gone");
  if (report.status !== "open" && !(await isObjectedTo(db, id))) throw fail("staff_item_gone");
  const photoOf = await findChatPhotos(db, report.chat);
  const { reporter_id, reported_id } = report;
  const chat = report.chat.map((line) => ({ line, copied: report.chat, reporter_id, reported_id }));
  const partsOf = await messagePartsOf(db, chat);
  const lines = chat.map((each) => {
    const { from, text, at } = each.line;
    const photo = photoOf(each.line);
    const image = photo === undefined ? null : filePath("message", photo);
    return { reported: from === reported_id, text, ...partsOf(each), image, at };
  });
  const log = {
    action: "chat_opened",
    memberId: report.reported_id,
    subject: `report:${id}`,
    reason: report.reason,
  } as const;
  return { answer: { lines }, log };
}
