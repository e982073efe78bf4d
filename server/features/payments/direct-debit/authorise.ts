import type { z } from "zod";
import type { authoriseDirectDebit } from "#contract/direct-debit.ts";
import { seal } from "#server/crypto/seal.ts";
import { daysBefore } from "#server/db/delete-by-age.ts";
import { lockAccount } from "#server/db/locks.ts";
import { phoneKey } from "#server/features/visibility/index.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { assertMaySpend } from "../limit-spending.ts";
import { assertAllowed } from "./assert-allowed.ts";
import {
  assertConfirmed,
  deleteUnconfirmed,
  deleteUnordered,
  eraseUnusedIbans,
  insertDirectDebit,
} from "./direct-debits-store.ts";
import { isIbanRefused } from "./refused-ibans-store.ts";
import { collectionDay, ibanKey, ibanProblem, mandateReference, maskIban, normaliseIban, readPhone } from "./rules.ts";
import { newCode, queueCode } from "./send-code.ts";
import { findOffer } from "./show-direct-debit.ts";

/** Stores a member's authorisation of one direct debit and sends the code that confirms it. */
export async function authorise(ctx: Mutating<MemberContext>, input: z.output<typeof authoriseDirectDebit.body>) {
  const { db, services, site, viewer, language, now } = ctx;
  const { memberId } = viewer;
  await assertConfirmed(db, memberId);
  const { bundle, country, amount } = await findOffer(ctx, input);
  if (amount !== input.amount) throw fail("price_changed");
  const iban = normaliseIban(input.iban);
  const phone = readPhone(input.phone, { country, served: [...site.settings.countries, iban.slice(0, 2)] });
  const wrongIban = ibanProblem(iban);
  if (wrongIban !== undefined || phone === undefined) {
    throw failFields({
      ...(wrongIban === undefined ? {} : { iban: wrongIban }),
      ...(phone === undefined ? { phone: "phone_invalid" } : {}),
    });
  }
  const keys = {
    iban: ibanKey(services.config, site.id, iban),
    phone: phoneKey(services.config, site.id, phone),
  };
  if (await isIbanRefused(db, site.id, keys.iban)) throw failFields({ iban: "iban_refused" });
  await assertMaySpend(db, ctx, { amount, currency: bundle.currency });
  const account = await lockAccount(db, memberId);
  await assertAllowed(account, ctx, { amount, currency: bundle.currency, keys });
  await deleteUnconfirmed(db, memberId);
  const id = services.random.uuid();
  const code = newCode(ctx, id);
  const row = await insertDirectDebit(db, {
    id,
    site_id: site.id,
    member_id: memberId,
    bundle_id: bundle.id,
    amount_minor: amount,
    currency: bundle.currency,
    discount_code: input.code ?? null,
    return_to: input.return_to ?? null,
    language,
    account_holder: input.account_holder,
    iban_sealed: seal(services.config, { use: "direct-debit", owner: id }, Buffer.from(iban)),
    iban_masked: maskIban(iban),
    iban_country: iban.slice(0, 2),
    iban_key: keys.iban,
    phone,
    phone_key: keys.phone,
    mandate_reference: mandateReference(id),
    authorised_at: now,
    collect_on: collectionDay(now),
    code_hash: code.hash,
    code_sent_at: code.sentAt,
    code_expires_at: code.expiresAt,
    tries_left: code.tries,
    created_at: now,
  });
  await queueCode(ctx, row, code.code);
  return row;
}

/** Erases the IBAN of direct debits begun a day ago and not ordered, and without an order all (D7.5). */
export const purgeDirectDebits = defineScheduledJob({
  name: "purge-direct-debits",
  every: "27 * * * *",
  async run({ db, clock }) {
    const before = daysBefore(clock.now(), 1);
    await eraseUnusedIbans(db, before);
    await deleteUnordered(db, before);
  },
});
