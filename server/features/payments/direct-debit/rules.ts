import { createHmac, timingSafeEqual } from "node:crypto";
import { dayOf } from "#contract/days.ts";
import { limitDays, preNoticeDays, smsCode } from "#contract/direct-debit.ts";
import { dayMs } from "#contract/durations.ts";
import { type Config, keyFor } from "#server/config/config.ts";
import type { Random } from "#server/lib/random.ts";

/** How many days a date has to move so that it is not on a weekend (UTC). */
function daysToBankDay(date: Date): number {
  const weekday = date.getUTCDay();
  if (weekday === 6) return 2;
  return weekday === 0 ? 1 : 0;
}

/** The collection date, `YYYY-MM-DD`. A date on a weekend moves to Monday, as banks do. */
export function collectionDay(now: Date): string {
  const earliest = new Date(now.getTime() + preNoticeDays * dayMs);
  return dayOf(new Date(earliest.getTime() + daysToBankDay(earliest) * dayMs));
}

/** The unique reference of a mandate, in characters that SEPA allows, and short enough to read on a bank statement. */
export function mandateReference(id: string): string {
  return `RV-${id.slice(-12).toUpperCase()}`;
}

/** The beginning of the period whose direct debits count against the limit. */
export function limitStart(now: Date): Date {
  return new Date(now.getTime() - limitDays * dayMs);
}

export function makeCode(random: Random): string {
  const bits = Buffer.from(random.token(), "base64url").readUIntBE(0, 6);
  return String(bits % 10 ** smsCode.digits).padStart(smsCode.digits, "0");
}

/** The stored hash of a code. It is keyed, because a plain hash of six digits could be reversed by trying all. */
export function hashCode({ secret }: Pick<Config, "secret">, id: string, code: string): Buffer {
  return createHmac("sha256", keyFor(secret, "sms-code")).update(`${id} ${code}`).digest();
}

/** Keyed hashes of a bank account (normalised IBAN) and a phone (E.164), which say nothing without `SECRET`. */
export function payerKeys(
  { secret }: Pick<Config, "secret">,
  siteId: number,
  { iban, phone }: { iban: string; phone: string },
): { iban: Buffer; phone: Buffer } {
  const hash = (use: string, value: string) =>
    createHmac("sha256", keyFor(secret, use)).update(`${siteId} ${value}`).digest();
  return { iban: hash("direct-debit-iban", iban), phone: hash("direct-debit-phone", phone) };
}

export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
