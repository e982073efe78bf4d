import type { checkSignup as checkCall } from "#contract/account.ts";
import type { AnswerOf } from "#contract/call.ts";
import { dayMs } from "#contract/durations.ts";
import type { FieldCode } from "#contract/errors.ts";
import { ageAt } from "#server/ages.ts";
import { canonicalAddress, isAddressHeld, nameKey, nameKeyOfCapitals } from "#server/features/auth/index.ts";
import { findContactDetails } from "#server/features/profiles/index.ts";
import { assertFields, type FieldProblem, fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { findConflicts } from "./accounts-store.ts";
import { isBanned } from "./banned-mailboxes.ts";
import { findFreeName } from "./find-free-name.ts";
import { isReservedName } from "./reserved-names.ts";
import { suggestAddress } from "./suggest-address.ts";

/** Rejects dates in the future, over 120 years ago, or below the site's minimum age (R5.01). */
export function validateDateOfBirth(dateOfBirth: string, minAge: number, now: Date): FieldCode | undefined {
  const age = ageAt(dateOfBirth, now);
  if (new Date(dateOfBirth).getTime() > now.getTime() + dayMs || age > 120) return "date_of_birth_invalid";
  return age < minAge ? "too_young" : undefined;
}

/** Checks a name against the address, and for `@` and `+`. */
function validateName(name: string, email: string): FieldCode | undefined {
  if (name.toLowerCase() === email.toLowerCase()) return "name_is_email";
  return /[@+]/.test(name) ? "name_characters" : undefined;
}

type Identity = { name?: string | undefined; email?: string | undefined };
type IdentityErrors = { name: FieldProblem | undefined; email: FieldProblem | undefined };

/** Checks R5.02 to R5.04, D3.2; returns the canonical address. `own`: the caller's account does not count as taken. */
export async function validateIdentity(
  ctx: Pick<Context, "db" | "site" | "now" | "services">,
  { name, email }: Identity,
  own?: string,
): Promise<IdentityErrors & { address: string | null }> {
  const { db, site, now, services } = ctx;
  const address = email === undefined ? null : canonicalAddress(email);
  const conflicts = await findConflicts(
    db,
    site.id,
    name === undefined ? [] : [nameKey(name), nameKeyOfCapitals(name)],
    address,
    own,
  );
  const held = address !== null && (await isAddressHeld(db, { siteId: site.id, email: address, now, own }));
  const banned = address !== null && (await isBanned({ db, services }, site.id, address));
  return { name: await offerName(nameError()), email: emailError(), address };

  /** Names a free one beside the field of a name that is taken. */
  async function offerName(problem: FieldCode | undefined): Promise<FieldProblem | undefined> {
    if (problem !== "name_taken" || name === undefined) return problem;
    const free = await findFreeName(ctx, name);
    return free === undefined ? problem : { code: "name_taken_free", params: { free } };
  }

  function nameError(): FieldCode | undefined {
    if (name === undefined) return undefined;
    const refusal = validateName(name, email ?? "");
    if (refusal) return refusal;
    if (isReservedName(name, [site.settings.name, site.settings.mail_name])) return "name_reserved";
    // a name is on every card and can't be changed: phone numbers and addresses are not allowed in it
    if (findContactDetails(name).length > 0) return "contact_details";
    return conflicts.name ? "name_taken" : undefined;
  }

  function emailError(): FieldCode | undefined {
    if (email === undefined) return undefined;
    if (address === null) return "email_invalid";
    if (conflicts.email === "deleted" && !banned) return "email_pending_deletion";
    return conflicts.email || held || banned ? "email_taken" : undefined;
  }
}

/** Validates name and address as the signup would, and suggests a correction. */
export async function checkSignup(ctx: Context, typed: Identity): Promise<AnswerOf<typeof checkCall>> {
  const { settings } = ctx.site;
  if (ctx.viewer) throw fail("already_logged_in");
  if (settings.signups === "none") throw fail("signups_closed");
  const { name, email, address } = await validateIdentity(ctx, typed);
  assertFields({ name, email });
  return { suggestion: address === null ? null : suggestAddress(address, settings.email_domains) };
}
