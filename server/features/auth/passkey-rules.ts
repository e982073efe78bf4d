import { isIP } from "node:net";

/** Whose passkey it is: a member's, or somebody's of the staff. The two never open each other's doors. */
export type OwnerKind = "member" | "staff";
export type Owner = { kind: OwnerKind; id: string };

/** The site as authenticators know it: `id` is the host name that a passkey is bound to, `origin` what browsers vouch for. */
export type RelyingParty = { id: string; name: string; origin: string };

/** Undefined where browsers keep no passkeys, because the address is a number. */
export function relyingPartyOf(origin: string, siteName: string): RelyingParty | undefined {
  const { hostname } = new URL(origin);
  const number = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return number ? undefined : { id: hostname, name: siteName, origin };
}
