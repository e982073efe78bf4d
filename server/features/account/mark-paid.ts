import { sql } from "kysely";
import type { Language } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { languageOf } from "#server/http/language.ts";

/** The payer's data for a receipt. */
export type Payer = {
  name: string;
  email: string;
  language: Language;
  /** True if this payment made the member premium. */
  first: boolean;
};

/** Makes a member premium with the first completed purchase; later ones change nothing (R1.08, D7.4). */
export async function markPaid(db: Db, memberId: string, now: Date): Promise<Payer> {
  const payer = await db
    .updateTable("accounts")
    .set({ paid_since: sql`coalesce(paid_since, ${now})` })
    .where("id", "=", memberId)
    .returning(["name", "email", "language", sql<boolean>`old.paid_since is null`.as("first")])
    .executeTakeFirstOrThrow();
  if (payer.first) {
    await db.updateTable("profiles").set({ premium: true }).where("member_id", "=", memberId).execute();
  }
  return { ...payer, language: languageOf(payer.language) };
}
