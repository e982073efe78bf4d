import { randomUUID } from "node:crypto";
import { violatedConstraint } from "#server/db/pool.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import { assertFields, failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { activateFictional, insertAccount } from "./accounts-store.ts";
import { validateDateOfBirth, validateIdentity } from "./validate-identity.ts";

/** Creates an active account with a random password, and an address that does not exist. */
export async function createFictionalAccount(
  ctx: Pick<Context, "db" | "site" | "now" | "services">,
  { name, date_of_birth: born, language }: { name: string; date_of_birth: string; language: string },
): Promise<string> {
  const { db, site, now } = ctx;
  const { min_age } = site.settings;
  const problems = {
    name: (await validateIdentity(ctx, { name })).name,
    date_of_birth: validateDateOfBirth(born, min_age, now),
  };
  assertFields(problems, { min_age });
  try {
    const id = await insertAccount(db, {
      site_id: site.id,
      name,
      email: `${randomUUID()}@fictional.invalid`,
      password_hash: await hashPassword(randomUUID()),
      language,
      // accepted by no one
      terms_version: null,
      created_at: now,
    });
    await activateFictional(db, id, now);
    return id;
  } catch (error) {
    // two at once passed the check above: the unique constraint lets only one of them through
    if (violatedConstraint(error) === "accounts_site_id_name_key_key") throw failFields({ name: "name_taken" });
    throw error;
  }
}
