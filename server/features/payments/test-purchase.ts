import { randomUUID } from "node:crypto";
import { inTransaction } from "#server/db/transaction.ts";
import { addCredits } from "#server/features/credits/index.ts";
import type { Services } from "#server/services.ts";
import { plantPayment } from "./test-payment.ts";

type Purchase = { credits?: number; amount?: number; currency?: string; status?: "completed" | "pending"; at?: Date };

/** A purchase as the sandbox would have left it, with its credits; returns its id. */
export async function plantPurchase(
  { db, clock }: Services,
  { id: memberId, siteId }: { id: string; siteId: number },
  { credits = 10, amount = 1_000, currency = "EUR", status = "completed", at = clock.now() }: Purchase = {},
): Promise<string> {
  return await inTransaction(db, async (trx) => {
    const reference = `sp_${randomUUID()}`;
    const price = { credits, list_minor: amount, amount_minor: amount, currency };
    const order = { ...price, status, provider: "sandbox", provider_reference: reference, created_at: at };
    const id = await plantPayment({ db: trx, clock }, { id: memberId, siteId }, order);
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
