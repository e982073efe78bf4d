import { randomUUID } from "node:crypto";
import { dayMs, hourMs } from "#contract/durations.ts";
import { makeMember } from "#demo/factories.ts";
import { dice } from "#demo/random.ts";
import type { testApp } from "#server/db/test-database.ts";
import { issueCreditNote, issueReceipt } from "#server/features/payments/index.ts";

type Given = Pick<Awaited<ReturnType<typeof testApp>>, "services" | "siteIds">;

/** Payments of both sites by chance, in several currencies, countries, methods and states, some of them refunded. */
export async function makeSales({ services, siteIds }: Given, seed: string, count: number): Promise<void> {
  const { db, clock } = services;
  const { between, chance, pick } = dice(seed);
  const bundles = await db.selectFrom("bundles").selectAll().execute();
  for (let sale = 0; sale < count; sale += 1) {
    const siteId = pick(siteIds);
    const bundle = pick(bundles.filter(({ site_id: id }) => id === siteId));
    const member = await makeMember(services, { siteId });
    const at = new Date(clock.now().getTime() - between(0, 40 * 24) * hourMs);
    const status = pick(["completed", "completed", "completed", "open", "failed", "cancelled"]);
    const country = pick(["NL", "SE", "PL", null]);
    const method = pick(["ideal", "card", "paypal", null]);
    const payment = await db
      .insertInto("payments")
      .values({
        site_id: siteId,
        member_id: member.id,
        bundle_id: bundle.id,
        credits: bundle.credits,
        list_minor: bundle.price_minor,
        amount_minor: between(1, bundle.price_minor),
        currency: pick(["EUR", "SEK", "PLN"]),
        vat_percent: pick([21, 25, 8.5]),
        language: "en",
        begin_text: "x",
        begin_language: "en",
        country,
        method,
        provider: "sandbox",
        provider_reference: `sale-${randomUUID()}`,
        body_hash: Buffer.from("body"),
        origin: "http://localhost:3000",
        key: randomUUID(),
        status,
        created_at: at,
        completed_at: status === "completed" ? at : null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (status !== "completed") continue;
    await issueReceipt(db, { ...payment, member_id: member.id }, { method, now: at });
    if (!chance(0.4)) continue;
    const refund = await db
      .insertInto("refunds")
      .values({
        payment_id: payment.id,
        amount_minor: between(1, payment.amount_minor),
        credits: 1,
        reason: "withdrawal",
        status: "completed",
        created_at: new Date(at.getTime() + dayMs),
        completed_at: new Date(at.getTime() + dayMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const back = {
      payment_id: payment.id,
      credits: 1,
      amount_minor: refund.amount_minor,
      reason: { refund_id: refund.id },
    };
    await issueCreditNote(db, back, new Date(at.getTime() + dayMs));
    await db
      .updateTable("payments")
      .set({ refunded_minor: refund.amount_minor })
      .where("id", "=", payment.id)
      .execute();
  }
}
