import { maxBuyers } from "#contract/money.ts";
import type { Config } from "#server/config/config.ts";
import { ibanKey, ibanProblem, normaliseIban } from "#server/features/payments/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { listSitesOf } from "../sites/choose-site.ts";
import type { Logged } from "../staff/audit.ts";
import { listDebitsEndingWith, listDebitsOf } from "./books-store.ts";

/** The keys by which the debits of a bank account are found, one for each site; none if it is no account number. */
export function ibanKeysOf(config: Pick<Config, "secret">, sites: readonly { id: number }[], typed: string): Buffer[] {
  const iban = normaliseIban(typed);
  return ibanProblem(iban) === undefined ? sites.map(({ id }) => ibanKey(config, id, iban)) : [];
}

const longestIban = 34;

/** The account numbers in a text, however they are spaced, each once. */
export function readIbansIn(text: string): string[] {
  const ibans = [...text.matchAll(/(?<![A-Z\d])[A-Z]{2}\d{2}(?=((?: ?[A-Z\d]){11,64}))/gi)].flatMap(
    ([start, rest = ""]) => {
      const letters = `${start}${rest.replaceAll(" ", "")}`.slice(0, longestIban);
      // what follows a number may look like more of it: only one length has the right check digits
      const beginnings = Array.from(letters, (_, at) => letters.slice(0, at + 1));
      return (
        beginnings.map(normaliseIban).find((each) => each.length > start.length && ibanProblem(each) === undefined) ??
        []
      );
    },
  );
  return [...new Set(ibans)];
}

/** The last four digits of an account number, which is all that a bank statement shows of it; null: another text. */
export function ibanEndOf(typed: string): string | null {
  const digits = normaliseIban(typed);
  return /^\d{4}$/.test(digits) ? digits : null;
}

/**
 * The newest direct debits of a bank account, by its number or the last four digits of it. The log says whose, but not
 * which account number was typed.
 */
export async function findDebits(
  { db, services: { config }, staff }: Pick<StaffContext, "db" | "services" | "staff">,
  typed: string,
): Promise<Logged<{ debits: string[] }>> {
  const iban = normaliseIban(typed);
  const end = ibanEndOf(typed);
  const problem = end === null ? ibanProblem(iban) : undefined;
  if (problem !== undefined) throw failFields({ iban: problem });
  const debits =
    end === null
      ? await listDebitsOf(db, ibanKeysOf(config, await listSitesOf(db, staff.sites), typed), maxBuyers)
      : await listDebitsEndingWith(db, end, staff.sites, maxBuyers);
  const members = debits.length > 0 ? [...new Set(debits.map(({ member_id }) => member_id))] : [null];
  return {
    answer: { debits: debits.map(({ id }) => id) },
    log: members.map((memberId) => ({ action: "payments_searched", memberId })),
  };
}
