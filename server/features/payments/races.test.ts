import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { balanceOf } from "#server/features/credits/index.ts";
import { findUnbalanced } from "#server/features/credits/test-books.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, newBuyer, order, bundlesOf, press, tell, webhook, runJobs } = shop;
const { db, clock } = services;
afterAll(shop.close);

/** Starts the steps in an order of its own, all at once. */
const atOnce = async (steps: readonly (() => Promise<unknown>)[], places: readonly number[]) =>
  await Promise.all(places.map((place) => steps[place]?.()));

test("D7.6 code against code: of several paid checkouts with a code for one purchase one keeps it, the others are refunded", async () => {
  let codes = 0;
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), async (places) => {
      codes += 1;
      const code = `RACE${codes}`;
      const once = { site_id: shop.siteIds[0] ?? 0, code, percentage: 10, validity: "once", created_at: clock.now() };
      await db.insertInto("discount_codes").values(once).execute();
      const [buyer, other] = [await newBuyer(), await newBuyer()];
      const [bundle] = await bundlesOf(buyer.cookie);
      const amount = (bundle?.price ?? 0) - Math.round((bundle?.price ?? 0) * 0.1);
      const ordered: { id: string; path: string; reference: string; memberId: string }[] = [];
      const orderBy = (who: typeof buyer) => async () => {
        const answer = (await order(who.cookie, { bundle_id: bundle?.id, code, amount })).json();
        if (!answer.payment) return;
        const { pathname: path } = new URL(answer.checkout_url);
        const reference = path.split("/").at(-1) ?? "";
        ordered.push({ id: answer.payment.payment_id, path, reference, memberId: who.id });
      };
      await atOnce(
        [orderBy(buyer), orderBy(other), orderBy(buyer), orderBy(other), orderBy(buyer), orderBy(other)],
        places,
      );
      // one member holds it; both of their checkouts can still be paid
      expect(new Set(ordered.map(({ memberId }) => memberId)).size).toBe(1);
      for (const { path } of ordered) await press(path, "pay");
      await Promise.all(
        ordered.map(async ({ reference }) => {
          const { body, headers } = webhook(reference);
          await tell(body, headers);
        }),
      );
      await runJobs();
      const ids = ordered.map(({ id }) => id);
      const refunds = await db.selectFrom("refunds").select("reason").where("payment_id", "in", ids).execute();
      expect(refunds).toEqual(ids.slice(1).map(() => ({ reason: "code_used_twice" })));
      expect(await balanceOf(db, ordered[0]?.memberId ?? "")).toBe(10);
      expect(await findUnbalanced(db)).toEqual([]);
    }),
    { numRuns: 6 },
  );
});
