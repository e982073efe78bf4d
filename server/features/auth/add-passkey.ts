import { type CreatedCredential, passkeyLimit } from "#contract/passkeys.ts";
import { violatedConstraint } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { type Challenge, readChallenge } from "./challenge.ts";
import { algorithms } from "./offer-passkey.ts";
import { type Owner, type RelyingParty, requireParty } from "./passkey-rules.ts";
import { findPasskeys, insertPasskey, lockHandle, redeemChallenge } from "./passkey-store.ts";

/** The verified registration, if it matches the offer and answers a challenge of this owner. */
async function verify(ctx: Context, owner: Owner, party: RelyingParty, response: CreatedCredential) {
  const { services, site, now } = ctx;
  const purpose = { use: "add", kind: owner.kind, ownerId: owner.id, siteId: site.id, partyId: party.id } as const;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  let challenge: Challenge | undefined;
  // every error of the library is about the response: treat it as a refusal
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
  return verified?.verified && challenge ? { registration: verified.registrationInfo, challenge } : undefined;
}

/** Adds the passkey that a browser created from an offer, in the request's transaction. */
export async function addPasskey(
  ctx: Context,
  owner: Owner,
  { name, response }: { name: string; response: CreatedCredential },
): Promise<void> {
  const { db, now } = ctx;
  const party = requireParty(ctx);
  const handle = await lockHandle(db, owner);
  const verified = handle && (await verify(ctx, owner, party, response));
  if (!verified || !(await redeemChallenge(db, verified.challenge))) throw fail("passkey_refused");
  if ((await findPasskeys(db, owner)).length >= passkeyLimit) {
    throw fail("passkey_limit", { params: { max: passkeyLimit } });
  }
  const { credential, credentialBackedUp } = verified.registration;
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
