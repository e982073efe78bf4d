import { ask } from "./database.ts";

/** Gives a member credits, in the ledger and in the balance. */
export async function giveCredits({ id }: { id: string }, amount: number): Promise<void> {
  await ask(
    `with wallet as (update wallets set credits = credits + $2 where member_id = $1 returning site_id, credits)
     insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
     select site_id, $1, $2, credits, 'demo', gen_random_uuid(), now() from wallet`,
    [id, amount],
  );
}
