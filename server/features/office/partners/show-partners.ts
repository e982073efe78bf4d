import type { AnswerOf } from "#contract/call.ts";
import { dayOf } from "#contract/days.ts";
import { queueRoles } from "#contract/office.ts";
import {
  type getPartner,
  type getPartners,
  type PartnersPage,
  type PartnerTerms,
  partnerRowsShown,
} from "#contract/partners.ts";
import { fewestBuyers } from "#contract/revenue.ts";
import type { Db } from "#server/db/pool.ts";
import { maskIban } from "#server/features/payments/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context, StaffContext } from "#server/http/handle.ts";
import { readSignedPath, signedPath } from "#server/signed-pages.ts";
import { siteOrigin } from "#server/site.ts";
import { findProposalsOfSite } from "../proposals/store.ts";
import { findWorkers } from "../queue-store.ts";
import { chooseSite } from "../sites/choose-site.ts";
import { payableOf } from "./change-partners.ts";
import {
  countBuyers,
  findPartner,
  findPartnerByLink,
  listNetworks,
  listPartnerBalances,
  listPartners,
  listStatements,
  listTerms,
  type Owed,
} from "./partner-store.ts";
import { listPayoutLists, listPayouts } from "./payout-store.ts";

type Partner = { id: string; name: string; iban: string | null };
type Parts = {
  networks: readonly { partner_id: string; network: string }[];
  terms: readonly (PartnerTerms & { partner_id: string })[];
  owed: readonly Owed[];
};

async function readParts(db: Db, ids: readonly string[]): Promise<Parts> {
  if (ids.length === 0) return { networks: [], terms: [], owed: [] };
  return {
    networks: await listNetworks(db, ids),
    terms: await listTerms(db, ids),
    owed: await listPartnerBalances(db, ids),
  };
}

const bare = ({ from, signup, buyer, share, hold }: PartnerTerms): PartnerTerms => ({
  ...{ from, signup, buyer, share, hold },
});

function toRow({ id, name, iban }: Partner, { networks, terms, owed }: Parts, now: Date) {
  const own = <R extends { partner_id: string }>(rows: readonly R[]) => rows.filter((row) => row.partner_id === id);
  const current = own(terms).find(({ from }) => from <= dayOf(now));
  return {
    ...{ id, name, iban: iban === null ? null : maskIban(iban), terms: current ? bare(current) : null },
    networks: own(networks).map(({ network }) => network),
    owed: own(owed).map(({ currency, amount }) => ({ currency, amount })),
  };
}

export async function showPartners(
  ctx: StaffContext,
  { site: key }: { site?: string | undefined },
): Promise<AnswerOf<typeof getPartners>> {
  const { db, now, staff } = ctx;
  const { chosen, shown: sites } = await chooseSite(ctx, key);
  const partners = await listPartners(db, chosen.id);
  const parts = await readParts(
    db,
    partners.map(({ id }) => id),
  );
  const byCurrency = Map.groupBy(payableOf(partners, parts.owed), ({ currency }) => currency);
  const lists = await listPayoutLists(db, chosen.id, partnerRowsShown);
  const workers = await findWorkers(db, queueRoles.proposals);
  return {
    ...sites,
    partners: partners.map((partner) => toRow(partner, parts, now)),
    payable: [...byCurrency].map(([currency, due]) => ({
      ...{ currency, payouts: due.length, amount: due.reduce((sum, { amount }) => sum + amount, 0) },
    })),
    waiting: (await findProposalsOfSite(db, chosen.id, ["payout"], now)).length > 0,
    alone: workers.every(({ staffId, sites: own }) => staffId === staff.staffId || own?.includes(chosen.id) === false),
    lists: lists.map(({ created_at, payouts, amount, ...list }) => ({
      ...{ ...list, at: created_at.toISOString(), payouts: Number(payouts), amount: Number(amount) },
    })),
  };
}

export async function showPartner(
  { db, now, staff, services }: StaffContext,
  { id }: { id: string },
): Promise<AnswerOf<typeof getPartner>> {
  const partner = await findPartner(db, id, staff.sites);
  if (!partner) throw fail("staff_item_gone");
  const parts = await readParts(db, [id]);
  const linkOf = async (siteId: number, linkId: string) => {
    const { site } = await siteAndCompany(db, siteId);
    return siteOrigin(site, services.config) + signedPath(services.config, "partner", linkId);
  };
  return {
    ...toRow(partner, parts, now),
    ...{ site: partner.key, currency: partner.currency, least: partner.least },
    link: partner.link_id === null ? null : await linkOf(partner.site_id, partner.link_id),
    all_terms: parts.terms.slice(0, partnerRowsShown).map(bare),
    ...(await readStatements(db, id)),
  };
}

async function readStatements(db: Db, id: string) {
  return {
    statements: await listStatements(db, id, partnerRowsShown),
    payouts: (await listPayouts(db, id, partnerRowsShown)).map(({ at, ...payout }) => ({
      ...{ ...payout, at: at.toISOString() },
    })),
  };
}

/** A partner's own page. A link that was revoked, or is of another site, can't be told from a wrong one. */
export async function openPartnersPage({ db, services, site, now }: Context, token: string): Promise<PartnersPage> {
  const linkId = readSignedPath(services.config, "partner", token);
  const partner = linkId === undefined ? undefined : await findPartnerByLink(db, site.id, linkId);
  if (!partner) throw fail("link_invalid");
  const { name, owed } = toRow(partner, await readParts(db, [partner.id]), now);
  const few = (await countBuyers(db, partner.id)) < fewestBuyers;
  const { statements, payouts } = await readStatements(db, partner.id);
  return { name, owed, few, statements: few ? [] : statements, payouts };
}
