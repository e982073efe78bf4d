import { pathIn } from "#contract/languages.ts";
import { findOwner } from "#server/features/auth/index.ts";
import { type MailJobData, type MailParams, type MoneyMailKind, sendMailJob } from "#server/features/mails/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import type { LockedPayment, PaymentRow } from "./payments-store.ts";

/** What the papers of a purchase say about its order. */
export const mailedOrderOf = ({ id, created_at: at, begin_text: begin, refund_days: days }: PaymentRow) => ({
  number: id,
  at: at.toISOString(),
  begin,
  ...(days !== null && { days }),
});

/** A mail about a refund or chargeback; `more` has the parameters of its kind that are not in the payment. */
type BuyerMail<Kind extends MoneyMailKind | "direct_debit_failed"> = {
  kind: Kind;
  more: Omit<MailParams[Kind], "name" | "link" | "payment_id" | "currency">;
};

/** Queues a mail to the buyer (rule 7) and adds it to their updates; nothing if the account is erased. */
export async function mailBuyer<Kind extends MoneyMailKind | "direct_debit_failed">(
  { jobs, clock }: Pick<Services, "jobs" | "clock">,
  { db, payment }: LockedPayment,
  { kind, more }: BuyerMail<Kind>,
): Promise<void> {
  if (payment.member_id === null) return;
  const owner = await findOwner(db, payment.member_id);
  const language = languageOf(owner.language);
  const path = `/transactions/${payment.id}`;
  const link = payment.origin + pathIn(language, path);
  const params = { name: owner.name, link, payment_id: payment.id, currency: payment.currency, ...more };
  const to = { siteId: payment.site_id, accountId: owner.id, to: owner.email, language, origin: payment.origin };
  await addUpdate(db, { memberId: owner.id, kind, path, now: clock.now() });
  await jobs.add(db, sendMailJob, { ...to, kind, params } as unknown as MailJobData);
}
