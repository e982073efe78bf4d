import type { Insertable, Selectable } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { StoredMethods } from "#server/db/tables.ts";
import type { PaymentProviders } from "#server/ports/payments/providers.ts";

export type StoredMethodRow = Selectable<StoredMethods>;

type Owner = { memberId: string; provider: string };

export async function findCustomer(db: Db, { memberId, provider }: Owner): Promise<string | null> {
  const row = await db
    .selectFrom("payment_customers")
    .select("reference")
    .where("member_id", "=", memberId)
    .where("provider", "=", provider)
    .executeTakeFirst();
  return row?.reference ?? null;
}

/** Stores the provider's customer id of a member, unless one is stored already. */
export async function insertCustomer(db: Db, owner: Owner & { reference: string }): Promise<void> {
  await db
    .insertInto("payment_customers")
    .values({ member_id: owner.memberId, provider: owner.provider, reference: owner.reference })
    .onConflict((conflict) => conflict.columns(["member_id", "provider"]).doNothing())
    .execute();
}

export async function saveStoredMethod(db: Db, method: Insertable<StoredMethods>): Promise<void> {
  await db
    .insertInto("stored_methods")
    .values(method)
    .onConflict((conflict) => conflict.columns(["provider", "reference"]).doUpdateSet({ used_at: method.used_at }))
    .execute();
}

/** The stored methods of a member at the providers that are set up. */
export async function listStoredMethods(
  db: Db,
  memberId: string,
  { all }: Pick<PaymentProviders, "all">,
): Promise<StoredMethodRow[]> {
  const names = all.map(({ name }) => name);
  return await db
    .selectFrom("stored_methods")
    .selectAll()
    .where("member_id", "=", memberId)
    .where("provider", "in", names)
    .orderBy("used_at", "desc")
    .execute();
}

export async function deleteStoredMethodRow(
  db: Db,
  own: { memberId: string; id: string },
): Promise<StoredMethodRow | undefined> {
  return await db
    .deleteFrom("stored_methods")
    .where("id", "=", own.id)
    .where("member_id", "=", own.memberId)
    .returningAll()
    .executeTakeFirst();
}

/** The stored methods of a member at all providers, by their references. */
export async function listMethodsOf(db: Db, memberId: string) {
  return await db
    .selectFrom("stored_methods as method")
    .innerJoin("payment_customers as customer", (on) =>
      on.onRef("customer.member_id", "=", "method.member_id").onRef("customer.provider", "=", "method.provider"),
    )
    .select(["method.provider", "customer.reference as customer", "method.reference"])
    .where("method.member_id", "=", memberId)
    .execute();
}
