import type { z } from "zod";
import type { getPaymentFile, PaymentEvent } from "#contract/staff-payments.ts";
import type { Db } from "#server/db/pool.ts";
import {
  countSpent,
  findIbanRefusal,
  findPaymentById,
  findRefundables,
  formatNumber,
  type PaymentRow,
} from "#server/features/payments/index.ts";
import { fail } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { showWaiting } from "../members/show-file.ts";
import { findProposalsAbout } from "../proposals/store.ts";
import type { Logged } from "../staff/audit.ts";
import { isCancellable } from "./cancel-debit.ts";
import * as store from "./payment-file-store.ts";

/** The most entries about the use of the credits: a day and a cause each. */
const usesShown = 60;

export type Event = Partial<PaymentEvent> & Pick<PaymentEvent, "kind"> & { when: Date | null | undefined };

/** One payment with all that happened to it. */
export async function showPaymentFile(
  ctx: StaffContext,
  id: string,
): Promise<Logged<z.input<typeof getPaymentFile.answer>>> {
  const { db, now, services } = ctx;
  const payment = await findPaymentById(db, id);
  const buyer = payment && (await store.findBuyerOf(db, id));
  if (!payment || !buyer) throw fail("payment_not_found");
  const { member_id: memberId } = payment;
  const { mandate_reference: mandate, iban_masked: iban, collect_on, name } = buyer;
  const left = payment.amount_minor - payment.refunded_minor - payment.charged_back_minor;
  const isLeft = payment.status === "completed" && memberId !== null && left > 0;
  const [unspent = { credits: 0, amount: 0 }] = isLeft ? await findRefundables(db, [payment], buyer.balance ?? 0) : [];
  const spent = isLeft ? await countSpent(db, payment, unspent.credits) : null;
  const receipts = await store.listReceiptsOf(db, id);
  const own = receipts.find(({ kind, chargeback_id }) => kind === "receipt" && chargeback_id === null);
  const proposals = memberId === null ? [] : await findProposalsAbout(db, memberId, now);
  const isMailed = memberId !== null;
  const events: Event[] = [
    { when: payment.created_at, kind: "ordered", amount: payment.amount_minor, credits: payment.credits },
    { when: buyer.authorised_at, kind: "authorised", about: mandate, mailed: true },
    ...(await listPaymentEvents(db, payment, { isMailed, spent: buyer.bought_more ? null : spent, uses: usesShown })),
    ...receipts.map(({ issued_at: when, kind, amount_minor: amount, ...number }) => ({
      when,
      kind,
      amount,
      about: formatNumber(number),
    })),
  ];
  const answer = {
    id,
    number: own ? formatNumber(own) : null,
    site: buyer.site,
    member: memberId === null || name === null ? null : { id: memberId, name },
    status: payment.status,
    created_at: payment.created_at.toISOString(),
    credits: payment.credits,
    list_price: payment.list_minor,
    amount: payment.amount_minor,
    refunded: payment.refunded_minor,
    refunding: buyer.refunding,
    charged_back: payment.charged_back_minor,
    currency: payment.currency,
    vat_percent: payment.vat_percent,
    method: payment.method,
    code: payment.typed_code,
    provider: payment.provider,
    reference: payment.provider_reference,
    country: payment.country,
    begin_request: { words: payment.begin_text, language: payment.begin_language },
    refund_days: payment.refund_days,
    terms_version: payment.terms_version,
    debit:
      mandate === null || iban === null || collect_on === null
        ? null
        : {
            ...{ reference: mandate, iban, collect_on, cancellable: isCancellable(services, payment) },
            iban_refused_at: (await findIbanRefusal(db, id))?.toISOString() ?? null,
          },
    refundable: spent === null ? null : { unspent, spent, left },
    waiting: showWaiting(
      ctx,
      proposals.filter(({ kind, change }) => kind === "refund" && isAbout(change, id)),
    ),
    events: events
      .flatMap(({ when, ...event }) => (when ? [{ ...event, when }] : []))
      .sort((a, b) => a.when.getTime() - b.when.getTime())
      .map(({ when, ...event }) => ({ ...event, at: when.toISOString() })),
  };
  return { answer, log: { action: "payment_opened", memberId, subject: `payment:${id}` } };
}

const isAbout = (change: unknown, id: string) =>
  typeof change === "object" && change !== null && "payment_id" in change && change.payment_id === id;

type Used = Awaited<ReturnType<typeof store.listUsed>>[number];

/**
 * How many credits of each use count as the payment's, of which so many are spent. Free ones count as spent first, so
 * the latest uses are the payment's. Null: the list does not reach the latest, the buyer bought more, or it is open.
 */
function shareUses(
  uses: readonly Used[],
  { spent, uses: most }: Pick<EventOptions, "spent" | "uses">,
): (Used & { of_this: number | null })[] {
  let left = spent === null || uses.length === most ? null : spent;
  return uses
    .toReversed()
    .map((use) => {
      if (left === null || use.amount >= 0) return { ...use, of_this: null };
      const ofThis = Math.min(left, -use.amount);
      left -= ofThis;
      return { ...use, of_this: ofThis };
    })
    .toReversed();
}

type EventOptions = {
  /** The account exists, so each of these was mailed when it happened. */
  isMailed: boolean;
  /** How many of the payment's credits are spent; null: it is open which ones are. */
  spent: number | null;
  /** The most entries about the use of the credits: a day and a cause each. */
  uses: number;
};

/** All that happened to a payment since its order; of one moment, credits follow their cause. Without its receipts. */
export async function listPaymentEvents(db: Db, payment: PaymentRow, options: EventOptions): Promise<Event[]> {
  const { isMailed } = options;
  const { id, member_id: memberId, completed_at: completedAt } = payment;
  const [refunds, chargebacks, withdrawals, acts] = await Promise.all([
    store.listRefundsOf(db, id),
    store.listChargebacksOf(db, id),
    store.listWithdrawalsOf(db, id),
    store.listDebitActs(db, id),
  ]);
  const causes = [id, ...refunds.map((row) => row.id), ...chargebacks.map((row) => row.id)];
  const booked = await store.listBooked(db, causes);
  const isDelivered = booked.some(({ cause }) => cause === "purchase");
  const used = memberId !== null && completedAt !== null && isDelivered;
  const uses = used ? await store.listUsed(db, memberId, completedAt, options.uses) : [];
  return [
    { when: completedAt, kind: "completed", amount: payment.amount_minor, mailed: isMailed && isDelivered },
    ...acts,
    ...withdrawals.map(({ created_at: when }) => ({ when, kind: "withdrawn" as const, mailed: true })),
    ...refunds.flatMap(({ created_at, completed_at, status, reason, amount_minor: amount, by, why }) => [
      { when: created_at, kind: "refund" as const, amount, about: reason, by, why },
      ...(status === "completed" || status === "failed"
        ? [{ when: completed_at, kind: `refund_${status}` as const, amount, mailed: isMailed }]
        : []),
    ]),
    ...chargebacks.flatMap(({ created_at, reversed_at, amount_minor: amount }) => [
      { when: created_at, kind: "charged_back" as const, amount, mailed: isMailed },
      { when: reversed_at, kind: "chargeback_reversed" as const, amount },
    ]),
    ...booked.map(({ created_at: when, cause, amount }) => ({
      when,
      kind: "credits" as const,
      credits: amount,
      about: cause,
    })),
    ...shareUses(uses, options).map(({ at: when, cause, amount, of_this }) => ({
      when,
      kind: "used" as const,
      credits: amount,
      of_this,
      about: cause,
    })),
  ];
}
