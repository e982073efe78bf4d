import { randomBytes, randomUUID } from "node:crypto";
import type { Db } from "#server/db/pool.ts";

type Planted = { memberId: string; siteId: number; now: Date; reference?: string };

/** Test helper: stores a direct debit that waits for its code, which no test knows; returns its id. */
export async function plantDirectDebit(db: Db, { memberId, siteId, now, reference }: Planted): Promise<string> {
  const bundle = await db.selectFrom("bundles").select("id").where("site_id", "=", siteId).executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("direct_debits")
    .values({
      site_id: siteId,
      member_id: memberId,
      bundle_id: bundle.id,
      amount_minor: 995,
      currency: "EUR",
      language: "en",
      account_holder: "Eva Smit",
      iban_sealed: Buffer.from("x"),
      iban_masked: "NL•• •••• 4300",
      iban_country: "NL",
      iban_key: randomBytes(32),
      phone: "+31612345678",
      phone_key: randomBytes(32),
      mandate_reference: reference ?? randomUUID(),
      authorised_at: now,
      collect_on: "2026-11-23",
      code_hash: Buffer.from("x"),
      code_sent_at: new Date(now.getTime() - 61_000),
      code_expires_at: new Date(now.getTime() + 60_000),
      tries_left: 5,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
