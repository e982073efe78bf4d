import type { Db } from "#server/db/pool.ts";
import { isOnSites, type StaffSites } from "#server/http/staff-sites.ts";

export type NewPayoutList = {
  siteId: number;
  currency: string;
  payer: { name: string; iban: string };
  staffId: string;
  confirmedBy: string;
  now: Date;
  payouts: readonly { partner: string; name: string; iban: string; amount: number }[];
};

export async function insertPayoutList(db: Db, list: NewPayoutList): Promise<string> {
  const { siteId, currency, payer, staffId, confirmedBy, now, payouts } = list;
  const { id } = await db
    .insertInto("partner_payout_lists")
    .values({
      ...{ site_id: siteId, currency, payer_name: payer.name, payer_iban: payer.iban },
      ...{ staff_id: staffId, confirmed_by: confirmedBy, created_at: now },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const rows = payouts.map(({ partner, name, iban, amount }) => ({
    ...{ list_id: id, partner_id: partner, name, iban, amount_minor: amount },
  }));
  await db.insertInto("partner_payouts").values(rows).execute();
  return id;
}

/** The lists of a site, the newest first. */
export async function listPayoutLists(db: Db, siteId: number, limit: number) {
  return await db
    .selectFrom("partner_payout_lists as l")
    .innerJoin("staff as a", "a.id", "l.staff_id")
    .innerJoin("staff as b", "b.id", "l.confirmed_by")
    .innerJoin("partner_payouts as p", "p.list_id", "l.id")
    .select(["l.id", "l.created_at", "l.currency", "a.name as proposer", "b.name as confirmer"])
    .select(({ fn }) => [fn.count<number>("p.id").as("payouts"), fn.sum<number>("p.amount_minor").as("amount")])
    .where("l.site_id", "=", siteId)
    .groupBy(["l.id", "a.name", "b.name"])
    .orderBy("l.created_at", "desc")
    .limit(limit)
    .execute();
}

/** A list of a site that the staff member works on, with its payouts by name. */
export async function findPayoutList(db: Db, id: string, sites: StaffSites) {
  const list = await db
    .selectFrom("partner_payout_lists as l")
    .innerJoin("sites as s", "s.id", "l.site_id")
    .select(["l.id", "l.currency", "l.payer_name", "l.payer_iban", "l.created_at", "s.key as site"])
    .where("l.id", "=", id)
    .where(isOnSites(sites, "l.site_id"))
    .executeTakeFirst();
  if (!list) return undefined;
  const payouts = await db
    .selectFrom("partner_payouts")
    .select(["id", "name", "iban", "amount_minor as amount"])
    .where("list_id", "=", id)
    .orderBy("name")
    .orderBy("id")
    .execute();
  return { ...list, payouts };
}
export type StoredPayoutList = NonNullable<Awaited<ReturnType<typeof findPayoutList>>>;

/** What a partner was paid, the newest first. */
export async function listPayouts(db: Db, partnerId: string, limit: number) {
  return await db
    .selectFrom("partner_payouts as p")
    .innerJoin("partner_payout_lists as l", "l.id", "p.list_id")
    .select(["l.created_at as at", "l.currency", "p.amount_minor as amount"])
    .where("p.partner_id", "=", partnerId)
    .orderBy("l.created_at", "desc")
    .limit(limit)
    .execute();
}

export async function findPayer(db: Db, siteId: number): Promise<string> {
  const company = db.selectFrom("sites as s").innerJoin("companies as c", "c.id", "s.company_id").select("c.name");
  return (await company.where("s.id", "=", siteId).executeTakeFirstOrThrow()).name;
}
