import type { Db } from "#server/db/pool.ts";
import type { Random } from "#server/random.ts";
import { hashToken } from "./sessions.ts";

const activationDays = 7;

/** Makes a single-use link token for confirming an address; earlier ones of the account stop working (D3.6). */
export async function makeActivationToken(db: Db, random: Random, accountId: string, now: Date): Promise<string> {
  const token = random.token();
  await db.deleteFrom("email_links").where("account_id", "=", accountId).where("spent_at", "is", null).execute();
  await db
    .insertInto("email_links")
    .values({
      token_hash: hashToken(token),
      kind: "activation",
      account_id: accountId,
      created_at: now,
      expires_at: new Date(now.getTime() + activationDays * 86_400_000),
    })
    .execute();
  return token;
}

/** Spends a token once; the account it belongs to, or undefined for an expired, used, unknown or foreign one. */
export async function spendLink(db: Db, siteId: number, token: string, now: Date): Promise<string | undefined> {
  const row = await db
    .updateTable("email_links")
    .from("accounts")
    .set({ spent_at: now })
    .whereRef("accounts.id", "=", "email_links.account_id")
    .where("accounts.site_id", "=", siteId)
    .where("email_links.token_hash", "=", hashToken(token))
    .where("email_links.spent_at", "is", null)
    .where("email_links.expires_at", ">", now)
    .returning("email_links.account_id")
    .executeTakeFirst();
  return row?.account_id;
}
