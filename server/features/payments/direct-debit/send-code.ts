import { smsCode } from "#contract/direct-debit.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { lockAccount } from "#server/db/locks.ts";
import { formatMoney } from "#server/features/mails/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext, Mutating } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";
import { queueSms } from "../sms/send-sms.ts";
import { countSms } from "../sms/store.ts";
import { assertAllowed, keysOf } from "./assert-allowed.ts";
import { assertConfirmed, type DirectDebitRow, findDirectDebit, setCode } from "./direct-debits-store.ts";
import { hashCode, makeCode } from "./rules.ts";

/** Counts a text message to a phone. The site's count is stored in the transaction that queues the message. */
async function countMessage({ db, services, viewer, ip, site, now }: MemberContext, phone: string): Promise<void> {
  const { limits } = services;
  const wait =
    (await limits.recordAttempt("sms_member", viewer.memberId)) ||
    (await limits.recordAttempt("sms_member_day", viewer.memberId)) ||
    (await limits.recordAttempt("sms_phone", phone)) ||
    (await limits.recordAttempt("sms_address", ip));
  if (wait > 0) throw tooMany(wait);
  const isCounted = await countSms(db, { siteId: site.id, now, limit: site.settings.sms_daily });
  if (!isCounted) throw tooMany((dayMs - (now.getTime() % dayMs)) / 1000);
}

const tooMany = (seconds: number) =>
  fail("sms_limit", { retryAfter: seconds, params: { minutes: Math.max(1, Math.ceil(seconds / 60)) } });

/** A new code with the columns to store for it; `queueCode` sends it. */
export function newCode({ services, now }: MemberContext, id: string) {
  const code = makeCode(services.random);
  const expiresAt = new Date(now.getTime() + smsCode.minutes * minuteMs);
  return { code, hash: hashCode(services.config, id, code), sentAt: now, expiresAt, tries: smsCode.tries };
}

export async function queueCode(ctx: MemberContext, row: DirectDebitRow, code: string): Promise<void> {
  const { db, services, site } = ctx;
  await countMessage(ctx, row.phone);
  const language = languageOf(row.language);
  const text = services.texts.t(language, "sms:direct_debit_code", {
    code,
    amount: formatMoney(language, row.amount_minor, row.currency),
    site: site.settings.name,
  });
  const to = { siteId: row.site_id, memberId: row.member_id, to: row.phone };
  await queueSms(services, db, { ...to, text, until: row.code_expires_at });
}

export async function replaceCode(ctx: Mutating<MemberContext>, id: string): Promise<DirectDebitRow> {
  const { db, site, viewer, now } = ctx;
  await assertConfirmed(db, viewer.memberId);
  const account = await lockAccount(db, viewer.memberId);
  const row = await findDirectDebit(db, { id, memberId: viewer.memberId, siteId: site.id });
  if (!row || row.confirmed_at !== null) throw fail("direct_debit_not_found");
  await assertAllowed(account, ctx, { amount: 0, currency: row.currency, keys: keysOf(row) });
  const resendAt = row.code_sent_at.getTime() + smsCode.resendSeconds * 1000;
  if (resendAt > now.getTime()) throw tooMany(Math.ceil((resendAt - now.getTime()) / 1000));
  const code = newCode(ctx, id);
  const changed = await setCode(db, id, code);
  if (!changed) throw fail("direct_debit_not_found");
  await queueCode(ctx, changed, code.code);
  return changed;
}
