import { randomUUID } from "node:crypto";
import type { Db } from "#server/db/pool.ts";
import { issueCreditNote, issueReceipt } from "#server/features/payments/index.ts";

/** Test helper: a purchase for 12.10 with 21 % VAT; `refund` gives all of it back. */
export async function buy(db: Db, memberId: string, siteId: number, at: Date) {
  const bundle = db.selectFrom("bundles").select("id").where("site_id", "=", siteId);
  const { id: bundle_id } = await bundle.executeTakeFirstOrThrow();
  const payment = await db
    .insertInto("payments")
    .values({
      ...{ site_id: siteId, member_id: memberId, bundle_id, credits: 10, list_minor: 1_210, amount_minor: 1_210 },
      ...{ currency: "EUR", vat_percent: 21, language: "en", begin_text: "x", begin_language: "en", country: "NL" },
      ...{ method: "card", provider: "sandbox", provider_reference: randomUUID(), body_hash: Buffer.from("body") },
      ...{ origin: "http://localhost:3000", key: randomUUID(), status: "completed", created_at: at, completed_at: at },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await issueReceipt(db, { ...payment, member_id: memberId }, { method: "card", now: at });
  const refund = async (when: Date) => {
    const { id } = await db
      .insertInto("refunds")
      .values({
        ...{ payment_id: payment.id, amount_minor: 1_210, credits: 10, reason: "withdrawal", status: "completed" },
        ...{ created_at: when, completed_at: when },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const back = { payment_id: payment.id, credits: 10, amount_minor: 1_210, reason: { refund_id: id } };
    await issueCreditNote(db, back, when);
  };
  return { payment: payment.id, refund };
}
