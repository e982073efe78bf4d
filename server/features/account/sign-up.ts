import type { z } from "zod";
import type { signUp as signUpCall } from "#contract/account.ts";
import { violatedConstraint } from "#server/db/pool.ts";
import { openWallet } from "#server/features/credits/open-wallet.ts";
import { findPlace } from "#server/features/places/find-place.ts";
import { createProfile } from "#server/features/profiles/create-profile.ts";
import { fail, failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { hashPassword, isCommonPassword } from "./passwords.ts";
import { isEmailAddress, nameKey, refuseDateOfBirth, refuseName, refusePassword, sexualityOf } from "./rules.ts";
import { sendActivation } from "./send-activation.ts";
import { findTaken, insertAccount } from "./store.ts";

type Form = z.output<typeof signUpCall.body>;

/**
 * Makes a free account with its profile and wallet, and the activation mail's job, in the call's transaction
 * (R1.01, R4.01). Throws `signups_closed` or `invalid_input` naming every field at once.
 */
export async function signUp(ctx: Context, form: Form): Promise<string> {
  const { db, site, now } = ctx;
  if (site.settings.signups !== "all") throw fail("signups_closed");
  const email = form.email.normalize("NFC");
  const key = nameKey(form.name);
  const place = await findPlace(db, form.city_id);
  const validEmail = isEmailAddress(email);
  const taken = await findTaken(db, site.id, key, email);
  const fields = {
    name: refuseName(form.name, email) ?? (taken.name ? ("name_taken" as const) : undefined),
    email: validEmail ? (taken.email ? ("email_taken" as const) : undefined) : ("email_invalid" as const),
    password: refusePassword(form.password, form.name, email, isCommonPassword),
    date_of_birth: refuseDateOfBirth(form.date_of_birth, site.settings.min_age, now),
    city_id: place && site.settings.countries.includes(place.country) ? undefined : ("place_unknown" as const),
  };
  const wrong = Object.entries(fields).flatMap(([field, code]) => (code ? [[field, code] as const] : []));
  if (wrong.length > 0 || !place) {
    throw failFields(Object.fromEntries(wrong), { min_age: site.settings.min_age });
  }
  const passwordHash = await hashPassword(form.password);
  try {
    const account = {
      siteId: site.id,
      name: form.name,
      nameKey: key,
      email,
      passwordHash,
      language: ctx.language,
      now,
    };
    const accountId = await insertAccount(db, account);
    const sexuality = sexualityOf(form.gender, form.seeks);
    const { name, gender, date_of_birth: dateOfBirth } = form;
    await createProfile(db, { memberId: accountId, siteId: site.id, name, gender, sexuality, dateOfBirth, place, now });
    await openWallet(db, { memberId: accountId, siteId: site.id });
    await sendActivation(ctx, { id: accountId, name, email });
    return accountId;
  } catch (error) {
    // two signups at the same instant: the database is the judge
    const constraint = violatedConstraint(error);
    if (constraint === "accounts_site_id_name_key_key") throw failFields({ name: "name_taken" });
    if (constraint === "accounts_site_id_email_key") throw failFields({ email: "email_taken" });
    throw error;
  }
}
