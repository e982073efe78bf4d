import { z } from "zod";
import { defineCall } from "./call.ts";
import { freeText } from "./text.ts";
import { user } from "./user.ts";

export const passkeyLimit = 10;
/** How long a challenge is valid, in milliseconds; a screen that stays open requests a new one before that. */
export const passkeyChallengeMs = 300_000;
export const passkeyNameLength = 40;

export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  host: z.string(),
  /** The browser's id of the passkey, with which a page tells the browser that the passkey was removed. */
  credential_id: z.string(),
  /** Whether a password manager keeps it and it works on several devices. */
  synced: z.boolean(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
});
export type Passkey = z.output<typeof passkey>;

export const passkeyList = z.object({
  passkeys: z.array(passkey),
  /** False for an IP address such as `http://127.0.0.1`: browsers keep passkeys only for host names. */
  available: z.boolean(),
  /** False shortly after a login, when adding a passkey needs no password. */
  password_needed: z.boolean(),
  /** The caller's browser and system, for the name of a new passkey; null if unknown. */
  device: z.object({ browser: z.string(), system: z.string() }).nullable(),
});
export type PasskeyList = z.output<typeof passkeyList>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});

export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});

export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
});

const base64url = (max: number) =>
  z
    .string({ error: "required" })
    .regex(/^[\w-]+$/, "invalid")
    .max(max, "too_long");
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal("public-key", "invalid"),
  clientExtensionResults: z.object({}).default({}),
};

export const createdCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(32, "too_long")).max(10, "too_long").optional(),
  }),
});
export type CreatedCredential = z.output<typeof createdCredential>;

export const usedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
    userHandle: base64url(100).nullish(),
  }),
});
export type UsedCredential = z.output<typeof usedCredential>;

/** What members and staff send to begin adding a passkey: the password, if it is needed. */
export const passkeyPermission = z.object({ password: z.string().max(1000, "too_long").optional() });
export const newPasskey = z.object({ name: freeText(passkeyNameLength), response: createdCredential });
export const renamedPasskey = z.object({ id: z.uuid("invalid"), name: freeText(passkeyNameLength) });
export const removedPasskey = z.object({ id: z.uuid("invalid") });

export const getPasskeys = defineCall({
  method: "GET",
  path: "/api/passkeys.php",
  summary: "The caller's passkeys.",
  who: "member",
  whileClosed: true,
  answer: passkeyList,
});

export const offerPasskey = defineCall({
  method: "POST",
  path: "/api/passkey-offer.php",
  summary: "Begin to add a passkey: needs the password unless the caller has just logged in, and answers a challenge.",
  who: "member",
  whileClosed: true,
  rate: "login",
  replay: "none",
  body: passkeyPermission,
  answer: z.object({ options: creationOptions }),
  errors: ["login_blocked", "limit_reached", "passkeys_unavailable", "passkey_unconfirmed"],
});

export const addPasskey = defineCall({
  method: "POST",
  path: "/api/passkey.php",
  summary: "Add the passkey that the browser created for an offer; the member is notified by mail.",
  who: "member",
  whileClosed: true,
  rate: "login",
  body: newPasskey,
  answer: passkeyList,
  errors: ["passkey_refused", "passkey_known", "limit_reached", "passkeys_unavailable", "passkey_unconfirmed"],
});

export const renamePasskey = defineCall({
  method: "PUT",
  path: "/api/passkey.php",
  summary: "Give one of the caller's passkeys another name.",
  who: "member",
  whileClosed: true,
  key: "honoured",
  body: renamedPasskey,
  answer: passkeyList,
  errors: ["passkey_not_found"],
});

export const removePasskey = defineCall({
  method: "DELETE",
  path: "/api/passkey.php",
  summary: "Remove one of the caller's passkeys: it can't log in any more, and the member is notified by mail.",
  who: "member",
  whileClosed: true,
  key: "honoured",
  body: removedPasskey,
  answer: passkeyList,
  errors: ["passkey_not_found"],
});

export const getPasskeyChallenge = defineCall({
  method: "GET",
  path: "/api/passkey-login.php",
  summary: "A challenge to log in with a passkey, valid for five minutes and one answer.",
  who: "anyone",
  whileClosed: true,
  answer: z.object({ options: requestOptions }),
  errors: ["passkeys_unavailable"],
});

export const logInByPasskey = defineCall({
  method: "POST",
  path: "/api/passkey-login.php",
  summary: "Log in with a passkey's response to the challenge; sets the cookie `auth`.",
  who: "anyone",
  whileClosed: true,
  rate: "login",
  replay: "none",
  body: z.object({ response: usedCredential }),
  answer: z.object({ user }),
  errors: [
    "passkey_login_failed",
    "passkey_unknown",
    "passkeys_unavailable",
    "login_blocked",
    "account_deleted",
    "account_suspended",
    "account_banned",
  ],
});
