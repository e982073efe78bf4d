import { maxBuyers } from "#contract/money.ts";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/pool.ts";
import { ibanKey, ibanProblem, normaliseIban } from "#server/features/payments/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import type { StaffSites } from "#server/http/staff-sites.ts";
import { listSitesOf } from "../sites/choose-site.ts";
import type { Logged } from "../staff/audit.ts";
import { listDebitsEndingWith, listDebitsOf } from "./books-store.ts";

/** The keys by which the debits of a bank account are found, one for each site; none if it is no account number. */
export async function ibanKeysOf(
  db: Db,
  config: Pick<Config, "secret">,
  sites: StaffSites,
  typed: string,
): Promise<Buffer[]> {
  const iban = normaliseIban(typed);
  if (ibanProblem(iban) !== undefined) return [];
  return (await listSitesOf(db, sites)).map(({ id }) => ibanKey(config, id, iban));
}

/** What a bank statement shows of an account number. */
const lastDigits = /^\d{4}$/;

/**
 * The newest direct debits of a bank account, by its number or the last four digits of it. The log says whose, but not
 * which account number was typed.
 */
export async function findDebits(
  { db, services: { config }, staff }: Pick<StaffContext, "db" | "services" | "staff">,
  typed: string,
): Promise<Logged<{ debits: string[] }>> {
  const iban = normaliseIban(typed);
  const isEnd = lastDigits.test(iban);
  const problem = isEnd ? undefined : ibanProblem(iban);
  if (problem !== undefined) throw failFields({ iban: problem });
  const debits = isEnd
    ? await listDebitsEndingWith(db, iban, staff.sites, maxBuyers)
    : await listDebitsOf(db, await ibanKeysOf(db, config, staff.sites, typed), maxBuyers);
  const members = [...new Set(debits.map(({ member_id }) => member_id))];
  const log = (members.length > 0 ? members : [null]).map((memberId) => ({ action: "payments_searched", memberId }));
  return { answer: { debits: debits.map(({ id }) => id) }, log };
}
