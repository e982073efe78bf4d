import type { z } from "zod";
import type { Ground } from "#contract/decisions.ts";
import type { FoundComplaint, factLabels, queuedCase, queuedPhoto } from "#contract/office.ts";
import { ageAt } from "#server/ages.ts";
import type { Db } from "#server/db/pool.ts";
import type { ChatLine } from "#server/features/chat/index.ts";
import { findComplaint, listEarlierComplaints, senderOf } from "#server/features/complaints/index.ts";
import { findObjections } from "#server/features/decisions/index.ts";
import { formatDay } from "#server/features/mails/index.ts";
import { showReports } from "#server/features/moderation/index.ts";
import { describeProposal, findProposals } from "#server/features/proposals/index.ts";
import type { Logged } from "#server/features/staff/index.ts";
import type { StaffContext } from "#server/http/handle.ts";
import * as store from "./case-store.ts";
import type { PhotoRow } from "./photo-queue-store.ts";
import { filePath } from "./serve-files.ts";

type Photo = Omit<z.input<typeof queuedPhoto>, "since">;
type Case = Omit<z.input<typeof queuedCase>, "since">;
type Fact = [(typeof factLabels)[number], string | number | null | undefined];
type Show = (db: Db, ids: readonly string[], ctx: StaffContext) => Promise<Case[]>;

/** The facts that have a value. */
function toFacts(list: readonly Fact[]): Case["facts"] {
  const facts: Case["facts"] = [];
  for (const [label, value] of list) {
    if (value !== null && value !== undefined && value !== "") facts.push({ label, value: `${value}` });
  }
  return facts;
}

type Named = { member_id: string | null; name: string | null; fictional: boolean | null };
const toPerson = ({ member_id: id, name, fictional }: Named): Case["member"] =>
  id === null ? null : { id, name: name ?? "", fictional: fictional === true };

/** A photo under inspection, beside the one that it looks like. */
export function showPhoto(
  { original_id, victim_id, victim_name, victim_fictional, ...row }: PhotoRow,
  now: Date,
): Photo {
  const { member_id, name, fictional, date_of_birth: dateOfBirth, ...photo } = row;
  const victim = toPerson({ member_id: victim_id, name: victim_name, fictional: victim_fictional });
  return {
    ...photo,
    age: ageAt(dateOfBirth, now),
    member: { id: member_id, name, fictional },
    image: filePath("photo", photo.id),
    original: original_id === null || !victim ? null : { member: victim, image: filePath("shown", original_id) },
  };
}

/** The texts of an answer to staff, in their language. */
const translatorFor =
  ({ services, language }: StaffContext) =>
  (key: string) =>
    services.texts.t(language, key);

export const showTexts: Show = async (db, ids) =>
  (await store.findTexts(db, ids)).map((row) => ({
    id: row.id,
    site: row.site,
    member: toPerson(row),
    text: row.text ?? "",
    facts: toFacts([["before", row.before]]),
  }));

export const showReportCases: Show = async (db, ids, ctx) => {
  const translate = translatorFor(ctx);
  return (await showReports(db, ids)).map((row) => ({
    id: row.id,
    site: row.site,
    member: toPerson({ member_id: row.reported_id, name: row.reported, fictional: row.fictional }),
    text: (row.evidence as ChatLine | null)?.text ?? "",
    image: row.about === "photo" ? filePath("report", row.id) : null,
    kind: row.about,
    facts: toFacts([
      ["about", translate(`staff:about.${row.about}`)],
      ["ground", translate(`moderation:reasons.${row.reason}`)],
      ["reporter", row.reporter],
      ["words", row.text],
      ["earlier", row.others],
      ["acted", row.acted],
      ["unfounded", row.unfounded || null],
      ["standing", row.standing && translate(`staff-members:status.${row.standing}`)],
    ]),
  }));
};

export const showObjections: Show = async (db, ids, ctx) => {
  const translate = translatorFor(ctx);
  return (await findObjections(db, ids)).map((row) => ({
    id: row.id,
    site: row.site,
    member: toPerson(row),
    text: row.objection ?? "",
    facts: toFacts([
      ["about", translate(`decisions:kind.${row.decision}`)],
      ["ground", row.ground && translate(`decisions:ground.${row.ground as Ground}`)],
      ["words", row.words],
      ["decided", row.decided_by],
    ]),
  }));
};

export const showReviews: Show = async (db, ids) =>
  (await store.findReviews(db, ids)).map((row) => ({
    id: row.id,
    site: row.site,
    member: toPerson(row),
    text: "",
    facts: toFacts([
      ["recipients", row.recipients],
      ["earlier", row.reports],
    ]),
  }));

export const showComplaints: Show = async (db, ids, ctx) => {
  const translate = translatorFor(ctx);
  const names = new Intl.DisplayNames([ctx.language], { type: "language" });
  const rows = await store.findComplaints(db, ids);
  const earlierThan = await listEarlierComplaints(db, ids);
  return rows.map((row) => ({
    id: row.id,
    site: row.site,
    member: toPerson(row),
    text: row.text,
    kind: row.kind,
    earlier: earlierThan(row.id),
    facts: toFacts([
      ["number", row.number],
      ["email", row.proven_address ?? row.email],
      ["sender", translate(`staff:sender.${senderOf(row)}`)],
      ["language", row.language && names.of(row.language)],
    ]),
  }));
};

/** A complaint by its number, for the queue's screen. Opening it is logged, as it was perhaps never in the queue. */
export async function openComplaint(db: Db, typed: string): Promise<Logged<{ complaint: FoundComplaint | null }>> {
  const found = await findComplaint(db, typed);
  if (!found) return { answer: { complaint: null }, log: [] };
  const { row, shown } = found;
  return {
    answer: { complaint: { ...shown, site: row.site, email: row.email, member: toPerson(row) } },
    log: { action: "complaint_opened", memberId: row.member_id, subject: `complaint:${shown.id}` },
  };
}

export const showWithdrawals: Show = async (db, ids) =>
  (await store.findWithdrawals(db, ids)).map((row) => ({
    id: row.id,
    site: row.site,
    member: toPerson(row),
    text: "",
    facts: toFacts([
      ["number", row.number],
      ["email", row.email],
      ["payment", row.payment_id],
    ]),
  }));

export const showIssues: Show = async (db, ids) =>
  (await store.findIssues(db, ids)).map((row) => ({
    id: row.id,
    site: row.site ?? "",
    member: toPerson(row),
    text: "",
    facts: toFacts([
      ["about", row.kind],
      ["payment", row.payment_id ?? row.subject],
      ["detail", JSON.stringify(row.detail)],
    ]),
  }));

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
      ["proposer", row.by],
      ["expires", formatDay(language, row.expires_at)],
    ]),
  }));
};
