import { isUuid } from "#contract/uuid.ts";
import { readId, signId } from "#server/crypto/signed-token.ts";
import { canonicalAddress, findOwner } from "#server/features/auth/index.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { countOwn, countUnproven, mailUnproven } from "#server/features/mails/index.ts";
import { invalidateViewer } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { Context, MemberContext, Mutating } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";
import { findPaymentById } from "../payments-store.ts";
import { findPaymentOf } from "../receipts/store.ts";
import { parseNumber } from "../receipts/write-receipt.ts";
import { confirmWithdrawal } from "./confirm-withdrawal.ts";
import { type Declarer, findDeclared, findDeclarer, insertWithdrawal, listWithdrawn } from "./store.ts";
import { type Declared, type Withdrawn, withdrawPayment } from "./withdraw-payment.ts";

/** Withdraws from a purchase of the caller, once, and confirms it by mail. */
export async function withdraw(ctx: Mutating<MemberContext>, paymentId: string): Promise<Withdrawn> {
  const { memberId } = ctx.viewer;
  return await carryOut(ctx, {
    siteId: ctx.site.id,
    memberId,
    paymentId,
    number: paymentId,
    email: null,
    now: ctx.now,
  });
}

async function carryOut(ctx: Mutating, declared: Declared): Promise<Withdrawn> {
  const { services, db, site } = ctx;
  const { memberId, number } = declared;
  const result = await withdrawPayment(services, db, declared, site.settings.refund_days);
  if (typeof result === "string") throw fail(result);
  if (result.repeated) return result;
  const { refund, currency, endedPremium } = result;
  const confirmed = { number, refund: { ...refund, currency }, ended_premium: endedPremium };
  await confirmWithdrawal(ctx, await findOwner(db, memberId), confirmed);
  ctx.emit(memberId, { type: "credits", credits: await balanceOf(db, memberId) });
  ctx.afterCommit(() => invalidateViewer(memberId));
  return result;
}

/** Counts from now on. Address and number prove nothing: a mailed link carries it out; one answer to all. */
export async function requestWithdrawal(ctx: Context, input: { email: string; number: string }): Promise<void> {
  const { db, services, site, now } = ctx;
  const address = canonicalAddress(input.email);
  const declarer = address ? await findDeclarer(db, site.id, address) : undefined;
  const recorded = { outcome: "recorded" } as const;
  if (!declarer) {
    await insertWithdrawal(db, { siteId: site.id, memberId: null, paymentId: null, ...input, now }, recorded);
    return;
  }
  const paymentId = await findOwnPayment(ctx, declarer, input.number);
  const declared = { siteId: site.id, memberId: declarer.id, paymentId, ...input, now };
  const id = await insertWithdrawal(db, declared, recorded);
  const own = paymentId === null ? undefined : await countOwn(ctx, declarer.email, "withdrawal_mail", paymentId);
  const to = own ?? (await countUnproven(ctx, declarer.email, "declaration")).to;
  if (!to) return;
  // what names no purchase of the account may be any words: they are on the page of the link only
  const number = paymentId === null ? null : input.number;
  const path = `/withdrawal/${signId(services.config, tokenFor(site.id), id)}`;
  const about = { accountId: declarer.id, name: declarer.name, at: now.toISOString(), number };
  const language = languageOf(declarer.language);
  await mailUnproven({ ...ctx, language }, to, { kind: "withdrawal_declared", path, ...about });
}

const tokenFor = (siteId: number) => ({ use: "withdrawal" as const, owner: String(siteId) });

async function findByToken({ db, services, site }: Context, token: string) {
  const id = readId(services.config, tokenFor(site.id), token);
  const row = id && (await findDeclared(db, site.id, id));
  if (!row || row.member_id === null) throw fail("link_invalid");
  return { ...row, member_id: row.member_id };
}

/** What was declared without a login, by the link in the mail that confirmed it. */
export async function showDeclared(ctx: Context, token: string) {
  const { number, created_at: at, payment_id: paymentId } = await findByToken(ctx, token);
  return { number, received_at: at.toISOString(), confirmable: paymentId !== null };
}

/** Carries out a withdrawal by the link in the mail that confirmed it, as of the time when it was declared. */
export async function carryOutWithdrawal(ctx: Mutating, token: string): Promise<Withdrawn> {
  const { db, site, now } = ctx;
  const { member_id: memberId, payment_id: paymentId, number, email, ...row } = await findByToken(ctx, token);
  if (paymentId === null) throw fail("link_invalid");
  const { created_at: declaredAt, closed_at: closedAt } = row;
  const declared = { siteId: site.id, memberId, paymentId, number, email, now, declaredAt };
  if (closedAt !== null && (await listWithdrawn(db, [paymentId])).length === 0) throw fail("link_invalid");
  return await carryOut(ctx, declared);
}

/** The declarer's own payment that a number names; null for none, and for another member's. */
async function findOwnPayment(ctx: Context, declarer: Declarer, number: string): Promise<string | null> {
  const id = await findPaymentId(ctx, number);
  const payment = id === undefined ? undefined : await findPaymentById(ctx.db, id);
  return payment?.member_id === declarer.id && payment.site_id === ctx.site.id ? payment.id : null;
}

async function findPaymentId({ db, site }: Context, number: string): Promise<string | undefined> {
  if (isUuid(number)) return number.toLowerCase();
  const receipt = parseNumber(number);
  return receipt ? await findPaymentOf(db, { siteId: site.id, ...receipt }) : undefined;
}
