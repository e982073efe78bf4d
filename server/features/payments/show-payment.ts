import { insteadOfCredits, type Payment } from "#contract/payments.ts";
import type { Db } from "#server/db/pool.ts";
import { listSettled } from "#server/features/credits/index.ts";
import { Failure, fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { vatOf } from "#server/lib/vat.ts";
import { listCollections } from "./direct-debit/direct-debits-store.ts";
import { claimAsking, findPayment, type PaymentRow } from "./payments-store.ts";
import { listChargebacks, listRefunds } from "./returns-store.ts";
import { isUnsettled } from "./rules.ts";
import { settlePayment } from "./settle-payment.ts";
import { listWithdrawn } from "./withdrawals/store.ts";

/** A payment as its buyer sees it. */
export async function showPayment(db: Db, row: PaymentRow): Promise<Payment> {
  return show(row, await loadFacts(db, [row]));
}

export async function showPayments(db: Db, rows: readonly PaymentRow[]): Promise<Payment[]> {
  const facts = await loadFacts(db, rows);
  return rows.map((row) => show(row, facts));
}

type Facts = Awaited<ReturnType<typeof loadFacts>>;

async function loadFacts(db: Db, rows: readonly PaymentRow[]) {
  const ids = rows.filter(({ status }) => status === "completed").map(({ id }) => id);
  const debits = rows.filter(({ method, status }) => method === "sepa" && isUnsettled(status)).map(({ id }) => id);
  const withdrawals = await listWithdrawn(
    db,
    rows.map(({ id }) => id),
  );
  return {
    settled: await listSettled(db, ids),
    refunds: await listRefunds(db, ids),
    chargebacks: await listChargebacks(db, ids),
    collections: await listCollections(db, debits),
    withdrawn: new Map(withdrawals.map((row) => [row.payment_id, row.created_at])),
  };
}

function show(row: PaymentRow, { settled, refunds, chargebacks, collections, withdrawn }: Facts): Payment {
  const own = refunds.filter(({ payment_id }) => payment_id === row.id);
  const kept = own.filter(({ status }) => status !== "failed");
  const refundedAt = kept.every(({ completed_at }) => completed_at) ? kept.at(-1)?.completed_at : null;
  const chargeback = chargebacks.findLast((each) => each.payment_id === row.id && each.reversed_at === null);
  const collection = collections.get(row.id);
  return {
    payment_id: row.id,
    status: row.status,
    bundle_id: row.bundle_id,
    credits: row.credits,
    settled: settled.get(row.id) ?? 0,
    list_price: row.list_minor,
    amount: row.amount_minor,
    refunded: row.refunded_minor,
    charged_back: row.charged_back_minor,
    refunded_at: refundedAt?.toISOString() ?? null,
    charged_back_at: chargeback?.created_at.toISOString() ?? null,
    undelivered: insteadOfCredits.find((why) => own.some(({ reason }) => reason === why)) ?? null,
    withdrawn_at: withdrawn.get(row.id)?.toISOString() ?? null,
    currency: row.currency,
    vat_percent: row.vat_percent,
    vat: vatOf(row.amount_minor, row.vat_percent),
    method: row.method,
    code: row.typed_code,
    collect_on: collection?.collect_on ?? null,
    mandate_reference: collection?.mandate_reference ?? null,
    iban: collection?.iban_masked ?? null,
    stored: row.stored_method_id !== null,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    made_premium: row.made_premium,
    begin_request: row.begin_text,
    return_to: row.return_to,
  };
}

/** The provider is asked about a payment at most once within this time, however often its buyer looks. */
const askedAgainMs = 3_000;

/** A payment of the caller; asks the provider if it is unsettled, because the webhook may be late. */
export async function lookUpPayment(ctx: MemberContext, id: string): Promise<PaymentRow> {
  const { services, db, site, viewer } = ctx;
  const ownPayment = { id, memberId: viewer.memberId, siteId: site.id };
  const payment = await findPayment(db, ownPayment);
  if (!payment) throw fail("payment_not_found");
  const reference = payment.provider_reference;
  if (!isUnsettled(payment.status) || !services.payments.for(payment) || !reference) return payment;
  // the page asks every few seconds, perhaps in several tabs
  const since = new Date(ctx.now.getTime() - askedAgainMs);
  if (!(await claimAsking(db, id, { since, now: ctx.now }))) return payment;
  try {
    await settlePayment(ctx, { provider: payment.provider, reference });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return payment;
  }
  return (await findPayment(db, ownPayment)) ?? payment;
}
