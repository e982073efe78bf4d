import type { z } from "zod";
import { type CreatedCredential, type creationOptions, passkeyChallengeMs, passkeyLimit } from "#contract/passkeys.ts";
import { violatedConstraint } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { defineLimit, fail } from "#server/http/fail.ts";
import type { Context, Mutating } from "#server/http/handle.ts";
import { type Challenge, createChallenge, readChallenge } from "./challenge.ts";
import { type Owner, type RelyingParty, requireParty } from "./passkey-rules.ts";
import { findOrCreateHandle, findPasskeys, insertPasskey, lockHandle, redeemChallenge } from "./passkey-store.ts";

/** The accepted signature algorithms, the best first: EdDSA, ES256 and RS256 by their numbers of COSE. */
const algorithms = [-8, -7, -257];

/** A handle is random and reveals nothing about the account, because authenticators show and sync it. */
const handleBytes = 32;

const roomForPasskey = defineLimit({
  max: passkeyLimit,
  lock: (db, owner: Owner) => lockHandle(db, owner),
  count: async (handle, owner) => (await findPasskeys(handle, owner)).length + 1,
});

/** Discoverable, so that a login needs no name, with user verification, because it replaces the whole login. */
export async function offerPasskey(
  ctx: Context,
  owner: Owner,
  userName: string,
): Promise<z.input<typeof creationOptions>> {
  const { services, db, site, now } = ctx;
  const party = requireParty(ctx);
  await inTransaction(db, (trx) => roomForPasskey(trx, owner));
  const fresh = Buffer.from(services.random.token(), "base64url").subarray(0, handleBytes);
  const purpose = { use: "add", owner, siteId: site.id, partyId: party.id } as const;
  const excluded = (await findPasskeys(db, owner)).map((passkey) => ({
    id: passkey.credential_id.toString("base64url"),
    transports: passkey.transports,
  }));
  // loaded by the first use, as for every use of passkeys: it is two hundred modules that a start does without
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName,
    userDisplayName: userName,
    userID: new Uint8Array(await findOrCreateHandle(db, owner, fresh)),
    challenge: createChallenge(services, purpose, now),
    timeout: passkeyChallengeMs,
    excludeCredentials: excluded,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
  return {
    challenge,
    rp: { id: party.id, name: party.name },
    user,
    pubKeyCredParams,
    timeout: passkeyChallengeMs,
    excludeCredentials: excluded.map((credential) => ({ ...credential, type: "public-key" as const })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    attestation: "none",
  };
}

/** The verified registration, if it matches the offer and answers a challenge of this owner. */
async function verify(ctx: Context, owner: Owner, party: RelyingParty, response: CreatedCredential) {
  const { services, site, now } = ctx;
  const purpose = { use: "add", owner, siteId: site.id, partyId: party.id } as const;
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

export async function addPasskey(
  ctx: Mutating,
  owner: Owner,
  { name, response }: { name: string; response: CreatedCredential },
): Promise<void> {
  const { db, now } = ctx;
  const party = requireParty(ctx);
  const handle = (await roomForPasskey(db, owner)).row?.handle;
  const verified = handle && (await verify(ctx, owner, party, response));
  if (!verified || !(await redeemChallenge(db, verified.challenge))) throw fail("passkey_refused");
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
