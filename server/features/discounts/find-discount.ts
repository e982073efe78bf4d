import { welcomeCode } from "#contract/discounts.ts";
import type { FieldCode } from "#contract/errors.ts";
import type { Db } from "#server/db/pool.ts";
import { validateForBuyer } from "./rules.ts";
import { type Buyer, type DiscountRow, findBuyer, findCode, isSpent } from "./store.ts";

export type Discount = { code: DiscountRow; buyer: Buyer };

/** The key of a use: the index on it allows one payment at a time to have the code (D7.6). */
export function keyOfUse(code: DiscountRow, memberId: string, paymentId: string): string {
  const keys = { once: code.id, "once-per-user": memberId, many: paymentId };
  return keys[code.validity];
}

/**
 * A code as far as it does not depend on what is bought (D7.6, R3.07): the code and its buyer, or why the member can't
 * use it. A code that the member merely reserved, with an order they have not paid, can be used.
 */
export async function findDiscount(
  db: Db,
  wanted: { siteId: number; memberId: string; code: string; now: Date },
): Promise<Discount | FieldCode> {
  const { siteId, memberId, now } = wanted;
  const [code, buyer] = await Promise.all([findCode(db, siteId, wanted.code), findBuyer(db, memberId)]);
  if (!code || !buyer) return "discount_not_found";
  const problem = validateForBuyer(code, buyer, now);
  if (problem !== undefined) return problem;
  const isUsed = code.validity !== "many" && (await isSpent(db, code.id, keyOfUse(code, memberId, "")));
  return isUsed ? "discount_already_used" : { code, buyer };
}

/** A site's welcome code, for no one in particular; undefined if the site has none. */
export async function findWelcomeCode(db: Db, siteId: number): Promise<DiscountRow | undefined> {
  return await findCode(db, siteId, welcomeCode);
}

/** The welcome discount of a member, while it lasts (R4.14, R9.03); undefined if it does not apply to them. */
export async function findWelcomeDiscount(
  db: Db,
  member: { siteId: number; memberId: string; now: Date },
): Promise<Discount | undefined> {
  const found = await findDiscount(db, { ...member, code: welcomeCode });
  return typeof found === "string" ? undefined : found;
}
