import type { z } from "zod";
import { passkeyChallengeMs, type requestOptions, type UsedCredential } from "#contract/passkeys.ts";
import type { Context } from "#server/http/handle.ts";
import { type Challenge, createChallenge, readChallenge } from "./challenge.ts";
import { type OwnerKind, type RelyingParty, requireParty } from "./passkey-rules.ts";
import { findCredential, markUsed, redeemChallenge } from "./passkey-store.ts";

const purposeOf = (ctx: Context, kind: OwnerKind, party: RelyingParty) =>
  ({ use: "log_in", owner: { kind, id: "" }, siteId: ctx.site.id, partyId: party.id }) as const;

/** The options for a login by passkey; they name no account, so they reveal none. */
export async function requestPasskey(ctx: Context, kind: OwnerKind): Promise<z.input<typeof requestOptions>> {
  const party = requireParty(ctx);
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const { challenge } = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: createChallenge(ctx.services, purposeOf(ctx, kind, party), ctx.now),
  });
  return { challenge, rpId: party.id, timeout: passkeyChallengeMs, userVerification: "required" };
}

/** The owner, with a member's access epoch, which is older than the passkey's last check. */
export type VerifiedPasskey =
  | { ownerId: string; epoch: number }
  | { refused: "passkey_login_failed" | "passkey_unknown" };

/** It works once. `passkey_unknown`: removed here, so the browser can delete it; never said of the other kind. */
export async function verifyPasskey(ctx: Context, kind: OwnerKind, response: UsedCredential): Promise<VerifiedPasskey> {
  const { db, services, now } = ctx;
  const party = requireParty(ctx);
  const refused = { refused: "passkey_login_failed" } as const;
  const passkey = await findCredential(db, kind, Buffer.from(response.id, "base64url"));
  if (!passkey) return { refused: "passkey_unknown" };
  const { userHandle } = response.response;
  // a browser offers the passkeys of members and of staff alike, as they have one host
  if (passkey.owner_id === null || passkey.rp_id !== party.id) return refused;
  if (userHandle !== passkey.handle.toString("base64url")) return refused;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  let challenge: Challenge | undefined;
  const { authenticationInfo: used, verified } = await verifyAuthenticationResponse({
    response: { ...response, response: { ...response.response, userHandle } },
    expectedChallenge: (text) => {
      challenge = readChallenge(services.config, purposeOf(ctx, kind, party), text, now);
      return challenge !== undefined;
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    // every error of the library is about the response: treat it as a refusal
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !used || !challenge || !(await redeemChallenge(db, challenge))) return refused;
  const usage = { counter: used.newCounter, synced: used.credentialBackedUp, now };
  return (await markUsed(db, passkey.id, usage))
    ? { ownerId: passkey.owner_id, epoch: passkey.access_epoch ?? 0 }
    : refused;
}
