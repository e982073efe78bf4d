import type { z } from "zod";
import type { StaffRole } from "#contract/constants.ts";
import { decisionText } from "#contract/decision-text.ts";
import type { Ground } from "#contract/decisions.ts";
import {
  complaintsFound,
  type FoundComplaint,
  type factLabels,
  type findComplaints as findCall,
  type queuedCase,
  type queuedIntroduction,
  type queuedPhoto,
  type queuedReview,
} from "#contract/office.ts";
import { moneyRoles, refundRoles } from "#contract/staff-members.ts";
import { ageAt } from "#server/ages.ts";
import type { Db } from "#server/db/pool.ts";
import { findDecisionsWithVoice } from "#server/features/chat/index.ts";
import { formatDay, formatSums, formatTime } from "#server/features/mails/index.ts";
import {
  findAddressOwners,
  findComplaints,
  findObjections,
  listEarlierComplaints,
  listThreads,
  senderOf,
} from "#server/features/moderation/index.ts";
import { findWithdrawableBy, findWithdrawer } from "#server/features/payments/index.ts";
import {
  findContactDetails,
  findDecisionsWithIntroduction,
  isLookedAtWhole,
  locateContactDetails,
  lookedAt,
} from "#server/features/profiles/index.ts";
import type { StaffContext } from "#server/http/handle.ts";
import type { TextParams } from "#server/texts.ts";
import * as store from "./case-store.ts";
import { describeIssue } from "./describe-issue.ts";
import { findLookAlikes } from "./look-alikes-store.ts";
import { listPaymentsInFile } from "./members/show-file.ts";
import { listNamedPayments } from "./money/books-store.ts";
import { ibanKeysOf, readIbansIn } from "./money/find-debits.ts";
import { readNumbersIn } from "./money/search-payments.ts";
import { type FactsRow, toPerson, toPersonFacts } from "./person-facts.ts";
import { alsoChanged, describeProposal } from "./proposals/propose.ts";
import { findProposals } from "./proposals/store.ts";
import { findOwnReplies } from "./reply-store.ts";
import {
  dangerReplies,
  emailsReply,
  refundedReply,
  savedReplies,
  stoppedReplies,
  textReplies,
  withdrawalReply,
} from "./saved-replies.ts";
import { filePath, soundPath } from "./serve-files.ts";
import { earlierDecisions, showDecidedReports } from "./show-reports.ts";
import { listSitesOf } from "./sites/choose-site.ts";
import type { Logged } from "./staff/audit.ts";
import { findReaders } from "./staff/staff-store.ts";

type Photo = Omit<z.input<typeof queuedPhoto>, "since">;
type Introduction = Omit<z.input<typeof queuedIntroduction>, "since">;
type Case = Omit<z.input<typeof queuedCase>, "since">;
type Review = Omit<z.input<typeof queuedReview>, "since">;
type Fact = [(typeof factLabels)[number], string | number | null | undefined];
type Show<I = Case> = (db: Db, ids: readonly string[], ctx: StaffContext) => Promise<I[]>;

function toFacts(list: readonly Fact[]): Case["facts"] {
  const facts: Case["facts"] = [];
  for (const [label, value] of list) {
    if (value !== null && value !== undefined && value !== "") facts.push({ label, value: `${value}` });
  }
  return facts;
}

type Owned = FactsRow & { member_id: string; name: string; fictional: boolean; date_of_birth: string };
function toPhoto<R extends Owned>(row: R, now: Date) {
  const { member_id: id, name, fictional, date_of_birth: born, joined, town, country, verified_at, ...photo } = row;
  const facts = toPersonFacts({ joined, town, country, verified_at });
  return { ...photo, facts, age: ageAt(born, now), member: { id, name, fictional } };
}

type PhotoRow = Awaited<ReturnType<typeof store.findPhotoCases>>[number];

/** The photo that one under inspection looks like, with what tells which of the two is the copy. */
function toOriginal(row: PhotoRow): Photo["original"] {
  const { original_id: id, victim_joined: joined, victim_country: country } = row;
  const member = toPerson({ member_id: row.victim_id, name: row.victim_name, fictional: row.victim_fictional });
  if (id === null || member === null || joined === null || country === null) return null;
  const facts = toPersonFacts({ joined, town: row.victim_town, country, verified_at: row.victim_verified_at });
  return { member, facts, image: filePath("shown", id) };
}

/** Photos under inspection, each beside the one that it looks like. */
export const showPhotos: Show<Photo> = async (db, ids, { now }) =>
  (await store.findPhotoCases(db, ids)).map((row) => ({
    ...toPhoto(row, now),
    image: filePath("photo", row.id),
    main_photo: row.main_photo_id && filePath("shown", row.main_photo_id),
    original: toOriginal(row),
  }));

/** Photos in chats under inspection; never with the chat. */
export const showChatPhotos: Show<Photo> = async (db, ids, { now }) =>
  (await store.findChatPhotos(db, ids)).map((row) => ({
    ...toPhoto(row, now),
    image: filePath("chat", row.id),
    caption: "",
    main: false,
  }));

/** Voice introductions under inspection. */
export const showIntroductions: Show<Introduction> = async (db, ids, { now }) =>
  (await store.findIntroductions(db, ids)).map((row) => ({
    ...toPhoto(row, now),
    sound: soundPath("introduction", row.id),
  }));

/** The texts of an answer to staff, in their language. */
const translatorFor =
  ({ services, language }: StaffContext) =>
  (key: string, params: TextParams = {}) =>
    services.texts.t(language, key, params);

/** The state of an account that is not active. */
const accountFact = (ctx: StaffContext, status: string): Fact => [
  "account",
  status === "active" ? null : translatorFor(ctx)(`staff-members:status.${status}`),
];

/** In which language the member reads the team's words. */
const readFact = (ctx: StaffContext, language: string): Fact => [
  "language",
  new Intl.DisplayNames([ctx.language], { type: "language" }).of(language),
];

export const showTexts: Show = async (db, ids, ctx) =>
  (await store.findTexts(db, ids)).map(({ text, ...row }) => ({
    id: row.id,
    site: row.site,
    member: toPerson(row),
    kind: row.kind,
    text: text ?? "",
    detected: {
      kinds: findContactDetails(lookedAt(text ?? "")),
      places: locateContactDetails(text ?? ""),
      whole: isLookedAtWhole(text ?? ""),
    },
    replies: textReplies(ctx, row.language),
    facts: toFacts([readFact(ctx, row.language), accountFact(ctx, row.status), ["before", row.before]]),
  }));

/** Objections, each with what was decided on, so far as it still exists (DSA, article 20). */
export const showObjections: Show = async (db, ids, ctx) => {
  const translate = translatorFor(ctx);
  const rows = await findObjections(db, ids);
  const reportsOf = await showDecidedReports(
    ctx,
    rows.flatMap(({ report_id: id }) => id ?? []),
  );
  const chargedBack = await store.findChargedBack(
    db,
    rows.flatMap(({ decision, applies }) => (decision === "direct_debit_refused" && applies !== null ? applies : [])),
  );
  const decisions = rows.map(({ decision_id: decision }) => decision);
  const [messages, introductions] = await Promise.all([
    findDecisionsWithVoice(db, decisions),
    findDecisionsWithIntroduction(db, decisions),
  ]);
  return rows.map((row) => {
    const reports = reportsOf(row.report_id);
    const payment = chargedBack.find(({ id }) => id === row.applies);
    const isReported = reports.some(({ image }) => image !== null);
    const image = row.photo_until === null || isReported ? null : filePath("appeal", row.id);
    const photoGone = row.about === "photo" && image === null && !isReported;
    return {
      id: row.id,
      site: row.site,
      member: toPerson(row),
      text: row.objection ?? "",
      reports,
      image,
      sound:
        (messages.has(row.decision_id) || introductions.has(row.decision_id)) &&
        reports.every(({ sound }) => sound === null)
          ? soundPath("spoken", row.id)
          : null,
      kind: row.side === "owner" ? row.decision : "reporter",
      warned: row.warned,
      replies: [...savedReplies(ctx, "appeals", row.language), ...savedReplies(ctx, "statements", row.language)],
      facts: toFacts([
        readFact(ctx, row.language),
        ["by", translate(row.side === "owner" ? "staff:evidence.by_owner" : "staff:queue.reporter_wrote")],
        ["about", translate(`decisions:${decisionText(row.decision, row.ground)}`)],
        ["ground", row.ground && translate(`decisions:ground.${row.ground as Ground}`)],
        ["content", row.content ?? (photoGone ? translate("staff:evidence.photo_gone") : null)],
        [
          "payment",
          payment && `${formatSums(ctx.language, [payment])}, ${formatDay(ctx.language, payment.created_at)}`,
        ],
        ["charged_back", payment && formatDay(ctx.language, payment.charged_back_at)],
        ["charge_reversed", payment?.reversed_at && formatDay(ctx.language, payment.reversed_at)],
        ["team_words", row.words],
        ["decided", row.decided_by],
        ["decided_at", formatTime(ctx.language, row.created_at)],
        ["until", row.until && formatTime(ctx.language, row.until)],
      ]),
    };
  });
};

/** Members whose first messages a program marked: what was found, how often and when, and who the member is. */
export const showReviews: Show<Review> = async (db, ids, ctx) => {
  const rows = await store.findReviews(db, ids);
  const lookAlikesOf = await findLookAlikes(
    ctx,
    rows.map(({ member_id: id }) => id),
  );
  return await Promise.all(
    rows.map(async ({ member_id: memberId, name, fictional, created_at, language, photo_id: photo, ...row }) => ({
      ...{ id: row.id, site: row.site, status: row.status, about_me: row.about_me, reports: row.reports },
      ...{ recipients: row.recipients, same_text: row.same_text },
      member: { id: memberId, name, fictional },
      language,
      joined: created_at.toISOString(),
      age: ageAt(row.date_of_birth, ctx.now),
      photo: photo && filePath("profile", photo),
      other_photos: row.other_photos,
      risks: { contact: row.contact, money: row.money },
      first: row.first?.toISOString() ?? null,
      last: row.last?.toISOString() ?? null,
      look_alikes: lookAlikesOf(memberId),
      decisions: await earlierDecisions(db, memberId, ctx.now),
      replies: savedReplies(ctx, "statements", language),
    })),
  );
};

type ComplaintRow = Awaited<ReturnType<typeof store.findComplaintCases>>[number];

const isAboutData = ({ kind, topic }: ComplaintRow) => kind !== "ban" && topic === "privacy";

/** The day by which a request about data has to be answered (GDPR, article 12(3)): a month later, or its last day. */
function monthAfter(start: Date): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + 1);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}

/** Who works on the complaints of a desk, and on what members write back to moderators. */
const readersOf = (desk: string): readonly StaffRole[] =>
  desk === "message" ? ["moderator", "admin"] : desk === "finance" ? ["finance", "admin"] : ["support", "admin"];

export const showComplaints: Show = async (db, ids, ctx) => {
  const translate = translatorFor(ctx);
  const names = new Intl.DisplayNames([ctx.language], { type: "language" });
  const rows = await store.findComplaintCases(db, ids);
  const [earlierThan, threadOf, owners, own, staff] = await Promise.all([
    listEarlierComplaints(db, ids, ctx.now),
    listThreads(db, ids),
    findAddressOwners(db, ids),
    findOwnReplies(db, ctx.staff.staffId),
    findReaders(db),
  ]);
  const reads = staff.find(({ id }) => id === ctx.staff.staffId)?.reads ?? [];
  const unreadOf = ({ language, site_id: site, kind, desk }: (typeof rows)[number]) => {
    if (!language || reads.length === 0 || reads.includes(language)) return null;
    const roles = readersOf(kind === "message" ? "message" : desk);
    const readers = staff.filter(
      ({ role, site_ids: sites, reads: theirs }) =>
        roles.includes(role) && theirs.includes(language) && (sites === null || sites.includes(site)),
    );
    return { language: names.of(language) ?? language, readers: readers.map(({ name }) => name) };
  };
  const paymentsOf = await findPaymentsBehind(ctx, rows, threadOf);
  const isModerator = ctx.staff.role === "moderator";
  const ownerOf = new Map(owners.map(({ complaint_id: id, ...owner }) => [id, owner]));
  return rows.map((row) => ({
    id: row.id,
    site: row.site,
    member: toPerson(row),
    text: row.text,
    // a moderator answers or closes it
    kind: row.kind === "ban" || isModerator ? row.kind : row.desk,
    earlier: earlierThan(row.id),
    thread: threadOf(row.id),
    replies: row.kind === "ban" ? [] : [...own, ...repliesTo(ctx, row, wordsIn(row, threadOf(row.id)))],
    payments: paymentsOf(row),
    topic: row.kind === "ban" || isModerator ? null : row.topic,
    owner: ownerOf.get(row.id) ?? null,
    unread: unreadOf(row),
    facts: toFacts([
      ["number", row.number],
      ["email", row.proven_address ?? row.email],
      ["sender", translate(`staff:sender.${senderOf(row)}`)],
      ["answer_by", isAboutData(row) ? formatDay(ctx.language, monthAfter(row.created_at)) : null],
      ["language", row.language && names.of(row.language)],
      ["team_words", row.answer],
    ]),
  }));
};

type ThreadOf = Awaited<ReturnType<typeof listThreads>>;

/** All that the sender of a complaint wrote. */
const wordsIn = ({ text }: ComplaintRow, thread: ReturnType<ThreadOf>) =>
  [text, ...thread.flatMap((message) => (message.team ? [] : message.text))].join("\n");

/** Without a login first how to prove who it is; about safety with those for a member in danger. */
const repliesTo = (ctx: StaffContext, { language, country, topic, ...row }: ComplaintRow, words: string) => [
  ...(senderOf(row) === "unproven" ? savedReplies(ctx, "unproven", language, { fits: true }) : []),
  ...savedReplies(ctx, "complaints", language),
  emailsReply(ctx, language, words),
  ...(topic === "safety" && country !== null ? dangerReplies(ctx, { language, country }) : []),
];

/**
 * The payments of those who complain about money, and those whose numbers they name, also if another member made them;
 * for the roles that see them in a member's file.
 */
async function findPaymentsBehind(ctx: StaffContext, rows: readonly ComplaintRow[], threadOf: ThreadOf) {
  const { staff } = ctx;
  const openable = refundRoles.includes(staff.role);
  const isShown = ({ desk, topic }: ComplaintRow) =>
    moneyRoles.includes(staff.role) && (desk === "finance" || topic === "payment");
  const lists = await Promise.all(
    rows.filter(isShown).map(async (row) => {
      const words = wordsIn(row, threadOf(row.id));
      const [own, named] = await Promise.all([listOwnPayments(ctx, row), findNamed(ctx, words)]);
      const isNamed = new Set(named.map(({ id }) => id));
      const ofOthers = named.filter(({ buyer }) => buyer.id !== row.member_id);
      const payments = [...own, ...ofOthers].map((each) => ({
        ...each,
        ...{ named: isNamed.has(each.id), openable },
        stopped: each.cancellable ? stoppedReplies(ctx, row.language, each) : null,
      }));
      return [row.id, payments] as const;
    }),
  );
  const paymentsOf = new Map(lists);
  return ({ id }: ComplaintRow) => paymentsOf.get(id) ?? [];
}

/** A member's payments, each with what a withdrawal on the day of the complaint would refund, and the answer. */
async function listOwnPayments(ctx: StaffContext, { member_id: memberId, ...row }: ComplaintRow) {
  if (memberId === null) return [];
  const { db } = ctx;
  const refunds = await findWithdrawableBy(db, { memberId, siteId: row.site_id, declaredAt: row.created_at });
  return (await listPaymentsInFile(ctx, memberId)).map((payment) => {
    const refund = refunds.get(payment.id);
    if (refund === undefined) return { ...payment, withdrawable: null };
    const answer = refundedReply(ctx, row.language, { ...refund, currency: payment.currency });
    return { ...payment, withdrawable: { ...refund, answer } };
  });
}

/** The payments whose numbers or bank accounts stand in a text, on the staff's sites, each with its buyer. */
async function findNamed(ctx: StaffContext, text: string) {
  const { db, services, staff } = ctx;
  const numbers = readNumbersIn(text);
  const ibans = readIbansIn(text);
  if (numbers.mandates.length + numbers.receipts.length + ibans.length === 0) return [];
  const sites = ibans.length === 0 ? [] : await listSitesOf(db, staff.sites);
  const ibanKeys = ibans.flatMap((iban) => ibanKeysOf(services.config, sites, iban));
  const rows = await listNamedPayments(db, { ...numbers, ibanKeys }, staff.sites);
  const buyers = new Map(rows.map(({ member_id: id, name, fictional }) => [id, { id, name, fictional }]));
  const lists = await Promise.all(
    [...buyers.values()].map(async (buyer) =>
      (await listPaymentsInFile(ctx, buyer.id)).map((payment) => ({ ...payment, buyer })),
    ),
  );
  return lists.flat().filter((payment) => rows.some(({ id }) => id === payment.id));
}

/** Finds complaints, for the queue's screen. Opening them is logged, as they were perhaps never in the queue. */
export async function openComplaints(
  { db, staff, now }: StaffContext,
  { text, state }: z.output<typeof findCall.body>,
): Promise<Logged<{ complaints: FoundComplaint[] }>> {
  const complaints = await findComplaints(db, { text, state, sites: staff.sites, limit: complaintsFound, now });
  return {
    answer: {
      complaints: complaints.map(({ row, shown: complaint }) => ({
        ...complaint,
        site: row.site,
        email: row.email,
        member: toPerson(row),
      })),
    },
    log: complaints.map(({ row, shown: complaint }) => ({
      action: "complaint_opened",
      memberId: row.member_id,
      subject: `complaint:${complaint.id}`,
    })),
  };
}

/** Withdrawals, each with the payments that it may be about: those of the account, or of the address that was typed. */
export const showWithdrawals: Show = async (db, ids, ctx) => {
  const names = new Intl.DisplayNames([ctx.language], { type: "language" });
  return await Promise.all(
    (await store.findWithdrawals(db, ids)).map(async (row) => {
      const payments = await showPaymentsOfDeclarer(ctx, row);
      const { language } = await findWithdrawer(db, row);
      return {
        id: row.id,
        site: row.site,
        member: toPerson(row),
        text: "",
        facts: toFacts([
          ["number", row.number],
          ["email", row.email],
          ["language", names.of(language)],
          ["payment", row.payment_id],
        ]),
        payments,
        replies: [
          withdrawalReply(ctx, language, { fits: !payments.some(({ named }) => named), isKnown: payments.length > 0 }),
        ],
      };
    }),
  );
};

type WithdrawalRow = Awaited<ReturnType<typeof store.findWithdrawals>>[number];

/** The payments of a withdrawal's buyer. Only those of the account of its address can be withdrawn from here. */
async function showPaymentsOfDeclarer(ctx: StaffContext, row: WithdrawalRow): Promise<NonNullable<Case["payments"]>> {
  const { db } = ctx;
  const { buyer_id: buyer, declarer_id: memberId, site_id: siteId, created_at: declaredAt } = row;
  if (buyer === null) return [];
  const refunds = memberId === null ? null : await findWithdrawableBy(db, { memberId, siteId, declaredAt });
  return (await listPaymentsInFile(ctx, buyer)).map((payment) => ({
    ...payment,
    named: payment.id === row.payment_id || payment.id === row.number.toLowerCase() || payment.number === row.number,
    withdrawable: refunds?.get(payment.id) ?? null,
  }));
}

export const showIssues: Show = async (db, ids, ctx) =>
  (await store.findIssues(db, ids)).map((row) => {
    const words = { language: ctx.language, translate: translatorFor(ctx), currency: row.currency ?? "EUR" };
    const { about, detail, todo } = describeIssue(row, words);
    return {
      id: row.id,
      site: row.site ?? "",
      member: toPerson(row),
      text: "",
      facts: toFacts([
        ["about", about],
        ["payment", row.payment_id ?? (row.kind === "dispute_ratio" ? null : row.subject)],
        ["detail", detail],
        ["todo", todo],
      ]),
    };
  });

export const showProposals: Show = async (db, ids, ctx) => {
  const translate = translatorFor(ctx);
  const { language, now } = ctx;
  return (await findProposals(db, ids, now)).map((row) => ({
    id: row.id,
    site: row.site,
    member: toPerson(row),
    text: row.reason,
    facts: toFacts([
      ["about", translate(`staff:proposal.${row.kind}`)],
      ["change", describeProposal(language, row.kind, row.change)],
      ["also", alsoChanged(row.kind, row.change)],
      ["proposer", row.by],
      ["expires", formatDay(language, row.expires_at)],
    ]),
  }));
};
