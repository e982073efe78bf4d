import { isIP } from "node:net";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { browserOrigin } from "#server/http/origin.ts";

/** A passkey belongs to a member or to a staff login; it never works for the other kind. */
export type OwnerKind = "member" | "staff";
export type Owner = { kind: OwnerKind; id: string };

/** The site as authenticators know it. A passkey is bound to the host name `id`; browsers sign the `origin`. */
export type RelyingParty = { id: string; name: string; origin: string };

/** Returns undefined if the host is an IP address: browsers support no passkeys there. */
export function relyingPartyOf(origin: string, siteName: string): RelyingParty | undefined {
  const { hostname } = new URL(origin);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return isAddress ? undefined : { id: hostname, name: siteName, origin };
}

/** Throws `passkeys_unavailable` if browsers support none at the host of the request. */
export function requireParty(ctx: Pick<Context, "request" | "site">): RelyingParty {
  const party = relyingPartyOf(browserOrigin(ctx.request), ctx.site.settings.name);
  if (!party) throw fail("passkeys_unavailable");
  return party;
}
