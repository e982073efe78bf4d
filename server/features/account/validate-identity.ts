import type { FieldCode } from "#contract/errors.ts";
import { canonicalAddress, isAddressHeld, nameKey, nameKeyOfCapitals } from "#server/features/auth/index.ts";
import { findContactDetails } from "#server/features/profiles/index.ts";
import type { Context } from "#server/http/handle.ts";
import { isBanned } from "./deletion-store.ts";
import { isReservedName } from "./reserved-names.ts";
import { validateName } from "./rules.ts";
import { findConflicts } from "./store.ts";

type Identity = { name?: string | undefined; email?: string | undefined };
type IdentityErrors = { name: FieldCode | undefined; email: FieldCode | undefined };

/**
 * What is wrong with a name and an address on this site (R5.02 to R5.04, D3.2), and the canonical address. Used by the
 * signup, its check while the user types, and the correction of an address. `own` is the caller's account, whose own
 * name and address do not count as taken.
 */
export async function validateIdentity(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  { name, email }: Identity,
  own?: string,
): Promise<IdentityErrors & { address: string | null }> {
  const address = email === undefined ? null : canonicalAddress(email);
  const taken = await findConflicts(
    db,
    site.id,
    name === undefined ? [] : [nameKey(name), nameKeyOfCapitals(name)],
    address,
    own,
  );
  const held = address !== null && (await isAddressHeld(db, { siteId: site.id, email: address, now, own }));
  const banned = address !== null && (await isBanned(db, site.id, address));
  return { name: nameError(), email: emailError(), address };

  function nameError(): FieldCode | undefined {
    if (name === undefined) return undefined;
    const refusal = validateName(name, email ?? "");
    if (refusal) return refusal;
    if (isReservedName(name, [site.settings.name, site.settings.mail_name])) return "name_reserved";
    // a name is on every card and can't be changed: phone numbers and addresses are not allowed in it (D11.3)
    if (findContactDetails(name).length > 0) return "contact_details";
    return taken.name ? "name_taken" : undefined;
  }

  function emailError(): FieldCode | undefined {
    if (email === undefined) return undefined;
    if (address === null) return "email_invalid";
    if (taken.email === "deleted" && !banned) return "email_pending_deletion";
    return taken.email || held || banned ? "email_taken" : undefined;
  }
}
