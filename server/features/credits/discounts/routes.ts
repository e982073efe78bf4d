import { getDiscountCode, welcomeCode } from "#contract/discounts.ts";
import { fail } from "#server/http/fail.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { findDiscount } from "./find-discount.ts";
import { showDiscount } from "./show-discount.ts";

export const discountsRoutes: Handler[] = [
  handle(getDiscountCode, async ({ db, site, viewer, now }, { query }) => {
    const code = query.welcome === "true" ? welcomeCode : query.code;
    if (code === undefined) throw fail("code_not_found");
    const found = await findDiscount(db, { siteId: site.id, memberId: viewer.memberId, code, now });
    if (found === "discount_already_used") throw fail("code_already_used");
    if (typeof found === "string") throw fail("code_not_found");
    return { discountcode: showDiscount(found, now), now: now.toISOString() };
  }),
];
