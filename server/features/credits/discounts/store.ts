import { type Selectable, sql } from "kysely";
import type { discountValidities } from "#contract/discounts.ts";
import { hashOf, type Lockable, type Locked, lockKey } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { DiscountCodes, DiscountUses } from "#server/db/tables.ts";

type Validity = (typeof discountValidities)[number];

export type DiscountRow = Omit<Selectable<DiscountCodes>, "validity"> & { validity: Validity };

// the check constraint allows no other validity
const toDiscount = (row: Selectable<DiscountCodes>): DiscountRow => ({ ...row, validity: row.validity as Validity });

/** A code of a site; capitals do not matter. */
export async function findCode(db: Db, siteId: number, code: string): Promise<DiscountRow | undefined> {
  const row = await db
    .selectFrom("discount_codes")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("code", "=", code)
    .executeTakeFirst();
  return row && toDiscount(row);
}

/** The facts about a member that the conditions of a code need. */
export type DiscountBuyer = { memberId: string; country: string | null; signedUpAt: Date; paid: boolean };

export async function findDiscountBuyer(db: Db, memberId: string): Promise<DiscountBuyer | undefined> {
  const row = await db
    .selectFrom("accounts")
    .innerJoin("profiles", "profiles.member_id", "accounts.id")
    .select(["accounts.created_at", "paid_since", "country"])
    .where("accounts.id", "=", memberId)
    .executeTakeFirst();
  return row && { memberId, country: row.country, signedUpAt: row.created_at, paid: row.paid_since !== null };
}

export type Use = { paymentId: string; codeId: string; memberId: string; key: string };

/** Reserves a code for a payment, if no other one holds it. */
export async function insertUse(db: Locked<"discount">, { paymentId, codeId, memberId, key }: Use): Promise<void> {
  await db
    .insertInto("discount_uses")
    .values({ payment_id: paymentId, code_id: codeId, member_id: memberId, use_key: key })
    .execute();
}

export type UseRow = Selectable<DiscountUses> & { state: "reserved" | "spent" | "freed" };
export type LimitedUse = UseRow & Pick<DiscountRow, "max_uses">;

type Keyed = Pick<DiscountRow, "max_uses"> & { codeId: string; key: string };

/**
 * Locks all uses of a code under a key, those to come included, so that one payment at a time takes it over. If the
 * code has a limit, its uses under all keys, because that counts them.
 */
export async function lockUses(db: Lockable<"discount">, use: Keyed): Promise<Locked<"discount">> {
  const { codeId, key, max_uses } = use;
  return await lockKey(db, "discount", hashOf(`discount ${codeId} ${max_uses === null ? key : ""}`));
}

/** Whether orders under other keys, those that wait included, leave no use of a code with a limit. */
export async function isUsedUp(db: Db, { codeId, key, max_uses: most }: Keyed): Promise<boolean> {
  if (most === null) return false;
  const rows = await db
    .selectFrom("discount_uses")
    .select("payment_id")
    .where("code_id", "=", codeId)
    .where("use_key", "!=", key)
    .where("state", "in", ["reserved", "spent"])
    .limit(most)
    .execute();
  return rows.length === most;
}

/** The use that holds a code under a key. */
export async function findHolder(db: Locked<"discount">, codeId: string, key: string): Promise<UseRow | undefined> {
  return await db
    .selectFrom("discount_uses")
    .selectAll()
    .where("code_id", "=", codeId)
    .where("use_key", "=", key)
    .where("state", "in", ["reserved", "spent"])
    .$narrowType<{ state: UseRow["state"] }>()
    .executeTakeFirst();
}

/** A payment's use of a code, with the code's limit. */
export async function findUse(db: Db, paymentId: string): Promise<LimitedUse | undefined> {
  return await db
    .selectFrom("discount_uses")
    .innerJoin("discount_codes", "discount_codes.id", "code_id")
    .selectAll("discount_uses")
    .select("max_uses")
    .where("payment_id", "=", paymentId)
    .$narrowType<{ state: UseRow["state"] }>()
    .executeTakeFirst();
}

/** Frees the code of a payment that failed or was cancelled, so that another can use it. A spent one stays spent. */
export async function freeDiscount(db: Db, paymentId: string): Promise<void> {
  await db
    .updateTable("discount_uses")
    .set({ state: "freed" })
    .where("payment_id", "=", paymentId)
    .where("state", "=", "reserved")
    .execute();
}

export async function setUseState(db: Db, paymentId: string, state: UseRow["state"]): Promise<void> {
  await db.updateTable("discount_uses").set({ state }).where("payment_id", "=", paymentId).execute();
}

export async function isSpent(db: Db, codeId: string, key: string): Promise<boolean> {
  const row = await db
    .selectFrom("discount_uses")
    .select("payment_id")
    .where("code_id", "=", codeId)
    .where("use_key", "=", key)
    .where("state", "=", "spent")
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a member's id from their uses of codes; spent codes stay spent. */
export async function anonymiseUses(db: Db, memberId: string): Promise<void> {
  await db
    .updateTable("discount_uses")
    .set({ member_id: null, use_key: sql`case when use_key = ${memberId} then payment_id else use_key end` })
    .where("member_id", "=", memberId)
    .execute();
}
