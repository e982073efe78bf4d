import { z } from "zod";
import { dayOf } from "#contract/days.ts";
import { addMonths } from "#contract/months.ts";
import type * as contract from "#contract/partners.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import { ibanProblem, normaliseIban } from "#server/features/payments/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Mutating, StaffContext } from "#server/http/handle.ts";
import { type CarryOut, type CarryOutContext, propose } from "../proposals/propose.ts";
import { chooseSite } from "../sites/choose-site.ts";
import type { AuditEntry } from "../staff/audit.ts";
import {
  findPartner,
  insertNetwork,
  insertPartner,
  listPartnerBalances,
  listPartners,
  type Owed,
  savePartner,
  savePartnerLink,
  saveTerms,
} from "./partner-store.ts";
import { isBankName } from "./payment-file.ts";
import { findPayer, insertPayoutList } from "./payout-store.ts";
import { lockPartner } from "./statement-store.ts";

type Changing = Mutating<StaffContext>;

/** A bank account as it is stored; null: none was typed. */
function readIban(typed: string): string | null {
  const iban = normaliseIban(typed);
  const problem = iban === "" ? undefined : ibanProblem(iban);
  if (problem !== undefined) throw failFields({ iban: problem });
  return iban === "" ? null : iban;
}

function assertBankName(name: string): void {
  if (!isBankName(name)) throw failFields({ name: "forbidden_characters" });
}

export async function addPartnerByStaff(
  ctx: Changing,
  body: z.output<typeof contract.addPartner.body>,
): Promise<AuditEntry> {
  const { db, now, staff } = ctx;
  const { chosen } = await chooseSite(ctx, body.site);
  const { name, network, currency, least, signup, buyer, share, hold } = body;
  assertBankName(name);
  const from = dayOf(now);
  const partner = { siteId: chosen.id, name, currency, iban: readIban(body.iban), least };
  const row = await insertPartner(db, partner, addMonths(from.slice(0, 7), -1), now);
  if (!row) throw failFields({ name: "partner_taken" });
  if (!(await insertNetwork(db, { siteId: chosen.id, network, partnerId: row.id, from })))
    throw failFields({ network: "partner_taken" });
  const by = { partnerId: row.id, staffId: staff.staffId, now };
  await saveTerms(db, by, { from, signup, buyer, share, hold });
  return {
    action: "partner_added",
    subject: `partner:${row.id}`,
    detail: { site: chosen.key, name, network, currency, signup, buyer, share, hold },
  };
}

/** The partner of a call; one of a site that is not the caller's is as one that does not exist. */
async function getOwn({ db, staff }: Pick<StaffContext, "db" | "staff">, id: string) {
  const partner = await findPartner(db, id, staff.sites);
  if (!partner) throw fail("staff_item_gone");
  return partner;
}

export async function changePartnerByStaff(
  ctx: Changing,
  { id, name, iban: typed, least }: z.output<typeof contract.changePartner.body>,
): Promise<AuditEntry> {
  const before = await getOwn(ctx, id);
  if (name !== before.name) assertBankName(name);
  const iban = readIban(typed);
  if (!(await savePartner(ctx.db, id, { name, iban, least }))) throw failFields({ name: "partner_taken" });
  const isNewAccount = iban !== null && iban !== before.iban;
  return {
    action: "partner_changed",
    subject: `partner:${id}`,
    detail: { name, least, new_account: isNewAccount },
  };
}

export async function setTermsByStaff(
  ctx: Changing,
  { id, ...terms }: z.output<typeof contract.setPartnerTerms.body>,
): Promise<AuditEntry> {
  await getOwn(ctx, id);
  // so that nothing that happened already is paid by other terms
  if (terms.from < dayOf(ctx.now)) throw failFields({ from: "too_small" });
  await saveTerms(ctx.db, { partnerId: id, staffId: ctx.staff.staffId, now: ctx.now }, terms);
  return { action: "partner_terms_set", subject: `partner:${id}`, detail: terms };
}

export async function addNetworkByStaff(
  ctx: Changing,
  { id, network }: z.output<typeof contract.addPartnerNetwork.body>,
): Promise<AuditEntry> {
  const { site_id: siteId } = await getOwn(ctx, id);
  const isAdded = await insertNetwork(ctx.db, { siteId, network, partnerId: id, from: dayOf(ctx.now) });
  if (!isAdded) throw failFields({ network: "partner_taken" });
  return { action: "partner_network_added", subject: `partner:${id}`, detail: { network } };
}

/** A new link ends the one before; `open` false revokes it. */
export async function changeLinkByStaff(
  { db, staff, services }: Changing,
  { id, open }: z.output<typeof contract.changePartnerLink.body>,
): Promise<AuditEntry> {
  await getOwn({ db, staff }, id);
  await savePartnerLink(db, id, open ? services.random.uuid() : null);
  return { action: open ? "partner_link_made" : "partner_link_revoked", subject: `partner:${id}` };
}

type Payable = Pick<Awaited<ReturnType<typeof listPartners>>[number], "id" | "name" | "iban" | "least">;

/** What a list would pay now: each partner with a bank account who is owed the least payout or more. */
export function payableOf(partners: readonly Payable[], owed: readonly Owed[]) {
  return partners.flatMap(({ id, name, iban, least }) =>
    iban === null
      ? []
      : owed
          .filter(({ partner_id, amount }) => partner_id === id && amount >= least)
          .map(({ currency, amount }) => ({ partner: id, name, iban, currency, amount })),
  );
}

const payoutsOf = z.array(z.object({ partner: z.uuid(), name: z.string(), iban: z.string(), amount: z.int() }));
const proposedPayout = z.object({ site: z.string(), currency: z.string(), iban: z.string(), payouts: payoutsOf });
type ProposedPayout = z.output<typeof proposedPayout>;

/** Proposes a list of all that is owed in a currency; a second person always confirms it. */
export async function proposePayoutByStaff(
  ctx: Changing,
  { site, currency, iban: typed }: z.output<typeof contract.proposePayout.body>,
): Promise<AuditEntry> {
  const { chosen } = await chooseSite(ctx, site);
  const iban = readIban(typed);
  if (iban === null) throw failFields({ iban: "required" });
  const partners = await listPartners(ctx.db, chosen.id);
  const ids = partners.map(({ id }) => id);
  const due = payableOf(partners, await listPartnerBalances(ctx.db, ids)).filter((each) => each.currency === currency);
  if (due.length === 0) throw fail("staff_item_gone");
  const payouts = due.map(({ currency: _, ...payout }) => payout);
  const amount = payouts.reduce((sum, payout) => sum + payout.amount, 0);
  const change = { site, currency, iban, amount, payouts };
  const proposal = { kind: "payout" as const, change, reason: "", siteId: chosen.id };
  return await propose(ctx, proposal, () => assertOwed(ctx.db, change));
}

/** Locks the partners, so that of two lists one pays; fails if one is owed less by now, or has another bank account. */
async function assertOwed(db: AnyTrx, { currency, payouts }: Omit<ProposedPayout, "site" | "iban">): Promise<void> {
  const sorted = payouts.toSorted((one, other) => (one.partner < other.partner ? -1 : 1));
  for (const { partner, name, iban } of sorted) {
    const now = await lockPartner(db, partner);
    if (now?.iban !== iban || now.name !== name) throw fail("staff_item_gone");
  }
  const owed = await listPartnerBalances(
    db,
    payouts.map(({ partner }) => partner),
  );
  for (const { partner, amount } of payouts) {
    const due = owed.find((each) => each.partner_id === partner && each.currency === currency)?.amount ?? 0;
    if (due < amount) throw fail("staff_item_gone");
  }
}

export const carryOutPayout: CarryOut = async (ctx: CarryOutContext, { change, staff_id: staffId }) => {
  const { site, currency, iban, payouts } = proposedPayout.parse(change);
  const { chosen } = await chooseSite(ctx, site);
  await assertOwed(ctx.db, { currency, payouts });
  const payer = { name: await findPayer(ctx.db, chosen.id), iban };
  const list = { siteId: chosen.id, currency, payer, staffId, confirmedBy: ctx.staff.staffId, now: ctx.now, payouts };
  const id = await insertPayoutList(ctx.db, list);
  const amount = payouts.reduce((sum, payout) => sum + payout.amount, 0);
  const detail = { amount, currency, payouts: payouts.length };
  return { action: "payout_made", subject: `payout:${id}`, detail };
};
