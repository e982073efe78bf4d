import { z } from "zod";
import type { Language } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { localeOf } from "#contract/languages.ts";
import { rehearse } from "#server/db/transaction.ts";
import { formatMoney, formatPercent } from "#server/features/mails/index.ts";
import { describeChange } from "#server/features/sites/index.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { AuditEntry } from "../staff/audit.ts";
import {
  endProposals,
  insertProposal,
  lockProposal,
  type NewProposal,
  type ProposalKind,
  type ProposalRow,
  settleProposal,
} from "./store.ts";

const waitsMs = 7 * dayMs;

type Proposal = Pick<NewProposal, "kind" | "change" | "reason"> & { siteId: number; memberId?: string };

/** `run` is rehearsed, so that the proposer learns at once what is wrong with it. */
export async function propose(
  { db, now, staff }: StaffContext,
  { kind, change, reason, siteId, memberId }: Proposal,
  run: () => Promise<unknown>,
): Promise<AuditEntry> {
  await rehearse(db, run);
  const id = await insertProposal(db, {
    site_id: siteId,
    member_id: memberId ?? null,
    kind,
    change,
    reason,
    staff_id: staff.staffId,
    created_at: now,
    expires_at: new Date(now.getTime() + waitsMs),
  });
  const log = {
    action: `${kind}_proposed` as const,
    memberId,
    subject: `proposal:${id}`,
    detail: amountOf(change),
  };
  return { ...log, reason: reason === "" ? null : reason };
}

function amountOf(change: object): AuditEntry["detail"] {
  const amounts = Object.entries(change).filter(([name]) => name === "amount" || name === "currency");
  return Object.fromEntries(amounts);
}

/** The context of the person who confirms; it has no `request` if a job carries the proposal out. */
export type CarryOutContext = Pick<Mutating<StaffContext>, "db" | "services" | "now" | "staff"> &
  Partial<Pick<StaffContext, "request">>;
/** A confirmed proposal is carried out in the transaction of its decision. Throws what a direct change throws. */
export type CarryOut = (ctx: CarryOutContext, proposal: ProposalRow) => Promise<AuditEntry | readonly AuditEntry[]>;

type Decision = { id: string; verdict: "confirmed" | "declined" };

/** Returns undefined if it does not wait, or is the caller's own. If doing it throws, that is thrown, and it waits. */
export async function decideProposal(
  ctx: CarryOutContext,
  { id, verdict }: Decision,
  carryOut: Record<ProposalKind, CarryOut>,
): Promise<readonly AuditEntry[] | undefined> {
  const { db, now, staff } = ctx;
  const proposal = await lockProposal(db, id, now);
  if (!proposal || proposal.staff_id === staff.staffId) return undefined;
  const { kind, member_id: memberId } = proposal;
  await settleProposal(db, id, { state: verdict, staffId: staff.staffId, now });
  const done = verdict === "confirmed" ? [await carryOut[kind](ctx, proposal)].flat() : [];
  return [...done, { action: `proposal_${verdict}`, memberId, subject: `proposal:${id}`, detail: { kind } }];
}

const credits = z.object({ amount: z.int() });
const refund = z.object({ amount: z.int(), currency: z.string() });
const site = z.object({
  alsoOn: z.array(z.string()).default([]),
  changes: z.array(z.object({ name: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })),
});
const closing = z.object({ site: z.string() });
const payout = z.object({
  amount: z.int(),
  currency: z.string(),
  iban: z.string(),
  payouts: z.array(z.object({ name: z.string(), iban: z.string(), amount: z.int() })),
});
const code = z.object({
  code: z.string(),
  percentage: z.int().nullable(),
  value: z.int().nullable(),
  currency: z.string().nullable(),
});

/** The other sites that a proposal changes too; empty: none. */
export function alsoChanged(kind: ProposalKind, change: unknown): string {
  if (kind !== "site") return "";
  const { changes, alsoOn } = site.parse(change);
  return changes.some(({ name }) => name.startsWith("company.")) ? alsoOn.join(", ") : "";
}

/** What a proposal does, in numbers and names: `+60`, `€120.00`, a line for each setting, `SUMMER: 60%`. */
export function describeProposal(language: Language, kind: ProposalKind, change: unknown): string {
  switch (kind) {
    case "credits":
      return new Intl.NumberFormat(localeOf(language), { signDisplay: "always" }).format(credits.parse(change).amount);
    case "refund": {
      const { amount, currency } = refund.parse(change);
      return formatMoney(language, amount, currency);
    }
    case "site":
      return site.parse(change).changes.map(describeChange).join("\n");
    case "refund_all":
    case "remove_site":
      return closing.parse(change).site;
    case "payout": {
      const { amount: sum, currency, iban, payouts } = payout.parse(change);
      const lines = payouts.map((each) => `${each.name} ${each.iban}: ${formatMoney(language, each.amount, currency)}`);
      // the account that it is paid from stands first, with what leaves it
      return [`${iban}: ${formatMoney(language, -sum, currency)}`, ...lines].join("\n");
    }
    case "code":
    case "code_on": {
      const { code: name, percentage, value, currency } = code.parse(change);
      if (percentage !== null) return `${name}: ${formatPercent(language, percentage)}`;
      return value === null || currency === null ? name : `${name}: ${formatMoney(language, value, currency)}`;
    }
  }
}

export const endOldProposals = defineScheduledJob({
  name: "end-proposals",
  every: "33 * * * *",
  run: ({ db, clock }) => endProposals(db, clock.now()),
});
