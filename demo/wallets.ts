import type { Insertable } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import type { Spent } from "./chats.ts";
import type { Inhabitant } from "./inhabitants.ts";
import { insertAll } from "./insert.ts";

const signupCredits = 5;

/**
 * Inserts wallets whose balance is the sum of their ledger: welcome credits, credits for the demo, spent
 * credits, and what was bought and went back.
 */
export async function insertWallets(db: Db, people: readonly Inhabitant[], spent: readonly Spent[]): Promise<void> {
  const spendings = Map.groupBy(spent, (one) => one.memberId);
  const wallets: Insertable<DB["wallets"]>[] = [];
  const ledger: (Insertable<DB["ledger"]> & { created_at: Date })[] = [];
  for (const person of people) {
    const spendingsOfMember = (spendings.get(person.id) ?? []).toSorted(
      (one, other) => one.at.getTime() - other.at.getTime(),
    );
    let balance = 0;
    const book = (amount: number, cause: string, causeId: string, at: Date) => {
      balance += amount;
      const owner = { site_id: person.siteId, member_id: person.id };
      ledger.push({ ...owner, amount, balance, cause, cause_id: causeId, created_at: at });
    };
    // what comes back later must not be missing before
    const spentInAll = spendingsOfMember.reduce((sum, { credits }) => sum + Math.max(0, credits), 0);
    const gift = spentInAll + person.credits - signupCredits;
    book(signupCredits, "signup", person.id, person.createdAt);
    if (gift > 0) book(gift, "demo", person.id, person.createdAt);
    for (const { causeId, at, credits, cause } of spendingsOfMember) book(-credits, cause, causeId, at);
    wallets.push({ member_id: person.id, site_id: person.siteId, credits: balance });
  }
  await insertAll(db, "wallets", wallets);
  await insertAll(
    db,
    "ledger",
    ledger.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime()),
  );
}
