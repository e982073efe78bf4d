import { randomUUID } from "node:crypto";
import { inTransaction } from "#server/db/transaction.ts";
import { addCredits } from "#server/features/credits/index.ts";
import type { Services } from "#server/services.ts";

type Purchase = { credits?: number; amount?: number; currency?: string; status?: "completed" | "pending"; at?: Date };

/** A purchase as the sandbox would have left it, with its credits; returns its id. */
export async function plantPurchase(
  { db, clock, payments }: Services,
  { id: memberId, siteId }: { id: string; siteId: number },
  { credits = 10, amount = 1_000, currency = "EUR", status = "completed", at = clock.now() }: Purchase = {},
): Promise<string> {
  return await inTransaction(db, async (trx) => {
    const bundle = await trx.selectFrom("bundles").select("id").where("site_id", "=", siteId).executeTakeFirstOrThrow();
    const reference = `sp_${randomUUID()}`;
    const { id } = await trx
      .insertInto("payments")
      .values({
        site_id: siteId,
        member_id: memberId,
        bundle_id: bundle.id,
        credits,
        list_minor: amount,
        amount_minor: amount,
        currency,
        vat_percent: 21,
        language: "en",
        begin_text: "x",
        begin_language: "en",
        provider: payments.name,
        provider_reference: reference,
        status,
        key: randomUUID(),
        body_hash: Buffer.from("x"),
        origin: "http://localhost",
        created_at: at,
        completed_at: status === "completed" ? at : null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("sandbox_payments")
      .values({
        reference,
        payment_id: id,
        amount_minor: amount,
        currency,
        description: "x",
        merchant: "x",
        country: "NL",
        method: "ideal",
        language: "en",
        return_url: "http://localhost",
        webhook_url: "http://localhost",
        status,
        created_at: at,
      })
      .execute();
    if (status === "completed") {
      await addCredits(trx, credits, { memberId, siteId, cause: "purchase", causeId: id, now: at });
    }
    return id;
  });
}
