import { dayOf } from "#contract/days.ts";
import type { Db } from "#server/db/pool.ts";
import { findOwner } from "#server/features/auth/index.ts";
import { mailUncounted } from "#server/features/mails/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import type { Services } from "#server/services.ts";
import { mailedOrderOf } from "../mail-buyer.ts";
import type { PaymentRow } from "../payments-store.ts";
import { isUnpaid } from "../rules.ts";
import { findDirectDebit, setOrdered } from "./direct-debits-store.ts";
import { maskName, maskPhone } from "./rules.ts";
import { setUseOrdered } from "./use-store.ts";

/**
 * Erases the IBAN, and mails the mandate in the order's language, once. Each report does so too: the order's answer may
 * be lost.
 */
export async function linkPayment(services: Services, db: Db, payment: PaymentRow): Promise<void> {
  const { key: id, member_id: memberId, site_id: siteId, origin } = payment;
  if (payment.method !== "sepa" || memberId === null) return;
  const row = await findDirectDebit(db, { id, memberId, siteId });
  if (!row) return;
  const now = services.clock.now();
  const isCollected = !isUnpaid(payment.status);
  const accountHolder = isCollected ? row.account_holder : maskName(row.account_holder);
  const first = await setOrdered(db, id, { paymentId: payment.id, phone: maskPhone(row.phone), accountHolder, now });
  if (!first) return;
  await setUseOrdered(db, id, payment.id);
  if (!isCollected) return;
  const { site, company } = await siteAndCompany(db, siteId);
  const buyer = { ...(await findOwner(db, memberId)), language: payment.language };
  await mailUncounted({ db, services, site, origin }, buyer, {
    kind: "direct_debit_mandate",
    path: `/transactions/${payment.id}`,
    credits: payment.credits,
    amount: row.amount_minor,
    currency: row.currency,
    account_holder: row.account_holder,
    iban: row.iban_masked,
    creditor: company.name,
    creditor_id: company.creditor_id,
    mandate_reference: row.mandate_reference,
    signed_on: dayOf(row.authorised_at),
    collect_on: row.collect_on,
    order: mailedOrderOf(payment),
  });
}
