import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { type CreatedCredential, passkeyLimit } from "#contract/passkeys.ts";
import { violatedConstraint } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { type Challenge, readChallenge } from "./challenge.ts";
import { algorithms } from "./offer-passkey.ts";
import { type Owner, type RelyingParty, relyingPartyOf } from "./passkey-rules.ts";
import { findPasskeys, insertPasskey, lockHandle, redeemChallenge } from "./passkey-store.ts";

/** What the browser made, if it is what was asked for and answers a challenge of this owner. */
async function verify(ctx: Context, owner: Owner, party: RelyingParty, response: CreatedCredential) {
  const { services, site, now } = ctx;
  const purpose = { use: "add", kind: owner.kind, ownerId: owner.id, siteId: site.id, partyId: party.id } as const;
  let challenge: Challenge | undefined;
  // whatever the library throws is about what came in: a refusal
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (text) => {
      challenge = readChallenge(services.config, purpose, text, now);
      return challenge !== undefined;
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  return verified?.verified && challenge ? { made: verified.registrationInfo, challenge } : undefined;
}

/**
 * Adds the passkey that a browser made of an offer, in the call's transaction. Throws `passkey_refused` where anything
 * about it is not as offered, `passkey_known`, `passkey_limit` or `passkeys_unavailable`.
 */
export async function addPasskey(
  ctx: Context,
  owner: Owner,
  { name, response }: { name: string; response: CreatedCredential },
): Promise<void> {
  const { db, now } = ctx;
  const party = relyingPartyOf(ctx.origin, ctx.site.settings.name);
  if (!party) throw fail("passkeys_unavailable");
  const handle = await lockHandle(db, owner);
  const found = handle && (await verify(ctx, owner, party, response));
  if (!found || !(await redeemChallenge(db, found.challenge))) throw fail("passkey_refused");
  if ((await findPasskeys(db, owner)).length >= passkeyLimit) {
    throw fail("passkey_limit", { params: { max: passkeyLimit } });
  }
  const { credential, credentialBackedUp } = found.made;
  try {
    await insertPasskey(db, {
      handle,
      credential_id: Buffer.from(credential.id, "base64url"),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      synced: credentialBackedUp,
      rp_id: party.id,
      name,
      created_at: now,
    });
  } catch (error) {
    if (violatedConstraint(error) === "passkeys_credential_id_key") throw fail("passkey_known");
    throw error;
  }
}
