import { sql } from "kysely";
import { insteadOfCredits } from "#contract/payments.ts";
import type { Db } from "#server/db/pool.ts";

/**
 * Ends it if the purchase that gave it went back and no other stands (D13.8). Premium without a purchase stays. Returns
 * whether it ended now.
 */
export async function updatePremium(db: Db, memberId: string | null): Promise<boolean> {
  if (memberId === null) return false;
  const { rows } = await sql<{ premium: boolean }>`
    with purchases as (
      select completed_at, amount_minor > refunded_minor + charged_back_minor and not exists (
        select from refunds where payment_id = payments.id and reason = any (${insteadOfCredits}::text[])) as stands
      from payments where member_id = ${memberId} and status = 'completed'),
    found as (select coalesce(bool_or(stands), false) as stands from purchases)
    update profiles set premium = found.stands from found
    where member_id = ${memberId} and premium <> found.stands and exists (
      select from accounts join purchases on purchases.completed_at = accounts.paid_since where accounts.id = ${memberId})
    returning profiles.premium`.execute(db);
  return rows[0]?.premium === false;
}
