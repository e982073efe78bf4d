import { dayOf } from "#contract/days.ts";
import type { FieldCode } from "#contract/errors.ts";
import type { Payment } from "#contract/payments.ts";
import { unseal } from "#server/crypto/seal.ts";
import { lockAccount } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { hideByKey } from "#server/features/visibility/index.ts";
import { Failure, fail, failFields } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { lockPayment, type PaymentRow } from "../payments-store.ts";
import { lookUpPayment, showPayment } from "../show-payment.ts";
import { type OrderInput, startPayment } from "../start-payment.ts";
import { assertAllowed, keysOf } from "./assert-allowed.ts";
import {
  consumeAttempt,
  type DirectDebitKey,
  type DirectDebitRow,
  findDirectDebit,
  setConfirmed,
} from "./direct-debits-store.ts";
import { linkPayment } from "./link-payment.ts";
import { hashCode, isSameHash } from "./rules.ts";
import { deleteUse, insertDebitUse } from "./use-store.ts";

/** Confirms a direct debit by its code and orders the payment, once. A wrong code uses up one of five tries. */
export async function confirm(ctx: MemberContext, id: string, code: string): Promise<Payment> {
  const own = { id, memberId: ctx.viewer.memberId, siteId: ctx.site.id };
  const row = await redeemCode(ctx, own, code);
  if (row.payment_id !== null) return await showPayment(ctx.db, await lookUpPayment(ctx, row.payment_id));
  return await order(ctx, row);
}

/** A lock serialises a member's requests, to keep to the tries; a wrong one's try is committed before this throws. */
async function redeemCode(ctx: MemberContext, own: DirectDebitKey, code: string): Promise<DirectDebitRow> {
  const { db, services, now } = ctx;
  const hash = hashCode(services.config, own.id, code);
  const redeemed = await inTransaction(db, async (trx): Promise<DirectDebitRow | FieldCode> => {
    const account = await lockAccount(trx, own.memberId);
    const row = await findDirectDebit(trx, own);
    if (!row) throw fail("direct_debit_not_found");
    const isRight = isSameHash(hash, row.code_hash);
    // this request was repeated: the direct debit is confirmed already
    if (row.confirmed_at !== null) return isRight ? row : "sms_code_invalid";
    if (row.code_expires_at <= now) return "sms_code_expired";
    if (row.tries_left === 0) return "sms_code_used_up";
    if (!isRight) return (await consumeAttempt(trx, own.id)) === 0 ? "sms_code_used_up" : "sms_code_invalid";
    const keys = keysOf(row);
    const { amount_minor: amount, currency } = row;
    await assertAllowed(account, ctx, { amount, currency, keys });
    await setConfirmed(trx, own.id, now);
    await hideByKey({ db: trx, services, now }, own, keys.phone);
    await insertDebitUse(trx, { id: own.id, siteId: own.siteId, keys, amount, now });
    return row;
  });
  if (typeof redeemed === "string") throw failFields({ code: redeemed });
  return redeemed;
}

async function order(ctx: MemberContext, row: DirectDebitRow): Promise<Payment> {
  const { db, services } = ctx;
  // another request has ordered it meanwhile, or the IBAN was purged
  if (row.iban_sealed === null) throw fail("direct_debit_not_found");
  const iban = Buffer.from(unseal(services.config, { use: "direct-debit", owner: row.id }, row.iban_sealed));
  const input: OrderInput = {
    bundle_id: row.bundle_id,
    amount: row.amount_minor,
    method: "sepa",
    code: row.discount_code ?? undefined,
    return_to: row.return_to ?? undefined,
    begin_at_once: true,
  };
  const mandate = {
    accountHolder: row.account_holder,
    iban: iban.toString(),
    mandateReference: row.mandate_reference,
    signedOn: dayOf(row.authorised_at),
  };
  try {
    const { payment } = await startPayment({ ...ctx, key: row.id }, input, mandate);
    // the provider did not answer: the order stays, and the same code can retry it
    if (payment.provider_reference === null) throw fail("payment_unavailable");
    await finish(ctx, payment);
    return await showPayment(db, payment);
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "payment_unavailable") throw error;
    await inTransaction(db, async (trx) => {
      await setConfirmed(trx, row.id, null);
      await deleteUse(trx, row.id);
    });
    throw error.code === "stored_payment_failed" ? fail("direct_debit_refused") : error;
  }
}

/** Links the payment to the direct debit, unless a report of the provider did so before. */
async function finish({ db, services }: MemberContext, { provider, id }: PaymentRow): Promise<void> {
  await inTransaction(db, async (trx) => {
    const locked = await lockPayment(trx, provider, id);
    if (locked) await linkPayment(services, locked.db, locked.payment);
  });
}
