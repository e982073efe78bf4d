import { type Selectable, sql } from "kysely";
import type { discountValidities } from "#contract/discounts.ts";
import type { Db } from "#server/db/pool.ts";
import type { DiscountCodes } from "#server/db/tables.ts";

const usesOf = (state: "spent" | "reserved") =>
  sql<number>`(select count(*)::int from discount_uses u where u.code_id = c.id and u.state = ${state})`;

/** The codes of a site, newest first, with the numbers of their paid and their waiting orders. */
export async function findCodes(db: Db, siteId: number, limit: number) {
  return await db
    .selectFrom("discount_codes as c")
    .select(["id", "code", "percentage", "value_minor", "currency", "minimum_minor", "country", "expires_at"])
    .select(["active", "member_id", "first_purchase", "max_uses"])
    .select((select) => select.ref("validity").$castTo<(typeof discountValidities)[number]>().as("validity"))
    .select([usesOf("spent").as("spent"), usesOf("reserved").as("reserved")])
    .where("site_id", "=", siteId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** What a code of a site takes off, and from which prices; undefined if the site has none with this id. */
export async function findCodeById(db: Db, siteId: number, id: string) {
  return await db
    .selectFrom("discount_codes")
    .select(["code", "percentage", "value_minor", "currency", "minimum_minor"])
    .where("id", "=", id)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

/** Switches a code of a site off or on, and answers the code; undefined if the site has none with this id. */
export async function switchCode(db: Db, { siteId, id, active }: { siteId: number; id: string; active: boolean }) {
  const row = await db
    .updateTable("discount_codes")
    .set({ active })
    .where("id", "=", id)
    .where("site_id", "=", siteId)
    .returning("code")
    .executeTakeFirst();
  return row?.code;
}

export type NewCode = Pick<Selectable<DiscountCodes>, "site_id" | "code" | "created_at"> & {
  validity: (typeof discountValidities)[number];
} & Partial<Omit<Selectable<DiscountCodes>, "id" | "site_id" | "code" | "created_at" | "validity">>;

/** Adds a code to a site; false if the site has it already. */
export async function insertCode(db: Db, code: NewCode): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("discount_codes")
    .values(code)
    .onConflict((conflict) => conflict.columns(["site_id", "code"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
