import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Hooks, StatingContext } from "#server/hooks.ts";
import { barPayer, unbarPayer, unbarPayment } from "./use-store.ts";

type DebitContext = StatingContext & { services: { hooks: Hooks } };
type ChargedBack = { paymentId: string; memberId: string | null; siteId: number; method: string | null };

export async function isBlocked(db: Db, memberId: string): Promise<boolean> {
  const block = await db
    .selectFrom("direct_debit_blocks")
    .select("member_id")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return block !== undefined;
}

/** Blocks a member whose bank charged a direct debit back, and the bank account and phone for all. */
export async function blockAfterChargeback(
  ctx: DebitContext,
  { paymentId, memberId, siteId, method }: ChargedBack,
): Promise<void> {
  const { db, now } = ctx;
  if (method !== "sepa") return;
  await barPayer(db, paymentId, now);
  if (memberId === null) return;
  await db
    .insertInto("direct_debit_blocks")
    .values({ member_id: memberId, site_id: siteId, blocked_at: now })
    .onConflict((conflict) => conflict.column("member_id").doNothing())
    .execute();
  await stateBlock(ctx, { siteId, memberId, paymentId });
}

/** States why a member can't pay by direct debit, once for each charged back payment (DSA, article 17). */
export async function stateBlock(
  ctx: DebitContext,
  { siteId, memberId, paymentId }: { siteId: number; memberId: string; paymentId: string },
): Promise<void> {
  await ctx.services.hooks.programRefused(ctx, {
    siteId,
    memberId,
    decision: "direct_debit_refused",
    ground: "charged_back",
    applies: paymentId,
  });
}

/** Lifts a block because an objection to it was upheld: for the member, and for what the payment barred. */
export async function reverseDebitBlock(db: Db, memberId: string, paymentId: string): Promise<void> {
  await db.deleteFrom("direct_debit_blocks").where("member_id", "=", memberId).execute();
  await unbarPayment(db, paymentId);
}

/** Lifts what a chargeback alone blocked, once the bank has returned all of the payment. */
export async function liftAfterReversal(
  db: Db,
  { paymentId, memberId }: Pick<ChargedBack, "paymentId" | "memberId">,
): Promise<void> {
  await db.updateTable("direct_debit_uses").set({ barred_at: null }).where("payment_id", "=", paymentId).execute();
  if (memberId === null) return;
  const others = db
    .selectFrom("direct_debit_uses as u")
    .innerJoin("payments as p", "p.id", "u.payment_id")
    .select("u.id")
    .where("p.member_id", "=", memberId)
    .where("u.barred_at", "is not", null);
  await db
    .deleteFrom("direct_debit_blocks")
    .where("member_id", "=", memberId)
    .where(({ not, exists }) => not(exists(others)))
    .execute();
}

/** The members who are blocked from direct debit, the longest first, for staff. */
export async function listDebitBlocks(db: Db) {
  return await db
    .selectFrom("direct_debit_blocks")
    .innerJoin("accounts", "accounts.id", "direct_debit_blocks.member_id")
    .innerJoin("sites", "sites.id", "direct_debit_blocks.site_id")
    .select(["member_id", "accounts.name", "sites.key as site", "blocked_at"])
    .orderBy("blocked_at")
    .execute();
}

/** Since when a member can't pay by direct debit: blocked, or with a bank account or phone that was charged back. */
export async function findDebitBlock(db: Db, memberId: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select least(
      (select blocked_at from direct_debit_blocks where member_id = ${memberId}),
      (select min(barred_at) from direct_debit_uses where
        iban_key in (select iban_key from direct_debits where member_id = ${memberId})
        or phone_key in (select phone_key from direct_debits where member_id = ${memberId}))) as since`.execute(db);
  return rows[0]?.since ?? null;
}

/** Lets a member, their bank accounts and phones pay by direct debit again; false if none of them was blocked. */
export async function liftDebitBlock(db: Db, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("direct_debit_blocks")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  const isUnbarred = await unbarPayer(db, memberId);
  return isUnbarred || numDeletedRows === 1n;
}
