import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Payments } from "#server/db/tables.ts";
import type { Services } from "#server/services.ts";

type Payer = { id: string; siteId: number };

/** Stores a member's payment for a bundle of their site, as a provider would have left it: completed, by default. */
export async function plantPayment(
  { db, clock }: Pick<Services, "clock"> & { db: Db },
  { id: memberId, siteId }: Payer,
  values: Partial<Insertable<Payments>> = {},
): Promise<string> {
  const bundle = await db.selectFrom("bundles").selectAll().where("site_id", "=", siteId).executeTakeFirstOrThrow();
  const { status = "completed", created_at = clock.now() } = values;
  const payment = await db
    .insertInto("payments")
    .values({
      site_id: siteId,
      member_id: memberId,
      bundle_id: bundle.id,
      credits: bundle.credits,
      list_minor: bundle.price_minor,
      amount_minor: bundle.price_minor,
      currency: bundle.currency,
      vat_percent: bundle.vat_percent,
      language: "en",
      begin_text: "x",
      begin_language: "en",
      country: "NL",
      provider: "sandbox",
      provider_reference: randomUUID(),
      key: randomUUID(),
      body_hash: Buffer.from(""),
      origin: "http://localhost",
      status,
      created_at,
      completed_at: status === "completed" ? created_at : null,
      ...values,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return payment.id;
}
