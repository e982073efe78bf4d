import { z } from "zod";
import { defineCall } from "./call.ts";
import { freeText } from "./text.ts";
import { user } from "./user.ts";

/** How many passkeys one person can have. */
export const passkeyLimit = 10;
/** How long a challenge may be answered, in milliseconds; a screen that stays open asks for a new one before that. */
export const passkeyChallengeMs = 300_000;
/** The longest name of a passkey, in characters. */
export const passkeyNameLength = 40;

/** A passkey as its owner sees it. */
export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The host name that it opens. */
  host: z.string(),
  /** What browsers call it: for telling them that it is gone. */
  credential_id: z.string(),
  /** Whether it is kept by a password manager and works on several devices. */
  synced: z.boolean(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime().nullable(),
});
export type Passkey = z.output<typeof passkey>;

/** Everything the section about passkeys shows; each of its calls answers it anew. */
export const passkeyList = z.object({
  passkeys: z.array(passkey),
  /** False at an address without a name, as `http://127.0.0.1`: browsers keep passkeys for names only. */
  available: z.boolean(),
  /** False shortly after a login, when adding one asks for no password. */
  password_needed: z.boolean(),
  /** The browser and the system that ask, for the name of a new one; null where they can't be told. */
  device: z.object({ browser: z.string(), system: z.string() }).nullable(),
});
export type PasskeyList = z.output<typeof passkeyList>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()).optional(),
});

/** What `navigator.credentials.create` is to be asked. */
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

/** What `navigator.credentials.get` is to be asked. */
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

/** What the browser made of `creationOptions`. */
export const createdCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(32, "too_long")).max(10, "too_long").optional(),
  }),
});
export type CreatedCredential = z.output<typeof createdCredential>;

/** What the browser made of `requestOptions`. */
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

/** What adding is asked for, by members and by staff. */
export const passkeyPermission = z.object({ password: z.string().max(1000, "too_long").optional() });
export const newPasskey = z.object({ name: freeText(passkeyNameLength), response: createdCredential });
export const renamedPasskey = z.object({ id: z.uuid("invalid"), name: freeText(passkeyNameLength) });
export const removedPasskey = z.object({ id: z.uuid("invalid") });

export const getPasskeys = defineCall({
  method: "GET",
  path: "/api/passkeys.php",
  summary: "The caller's passkeys.",
  who: "member",
  answer: passkeyList,
});

export const offerPasskey = defineCall({
  method: "POST",
  path: "/api/passkey-offer.php",
  summary: "Begin to add a passkey: asks for the password unless the login was just now, and answers a challenge.",
  who: "member",
  rate: "login",
  replay: "none",
  body: passkeyPermission,
  answer: z.object({ options: creationOptions }),
  errors: ["login_blocked", "passkey_limit", "passkeys_unavailable"],
});

export const addPasskey = defineCall({
  method: "POST",
  path: "/api/passkey.php",
  summary: "Add the passkey that a browser made of an offer; the member is told by mail.",
  who: "member",
  rate: "login",
  body: newPasskey,
  answer: passkeyList,
  errors: ["passkey_refused", "passkey_known", "passkey_limit", "passkeys_unavailable"],
});

export const renamePasskey = defineCall({
  method: "PUT",
  path: "/api/passkey.php",
  summary: "Give one of the caller's passkeys another name.",
  who: "member",
  key: "honoured",
  body: renamedPasskey,
  answer: passkeyList,
  errors: ["passkey_not_found"],
});

export const removePasskey = defineCall({
  method: "DELETE",
  path: "/api/passkey.php",
  summary: "Remove one of the caller's passkeys: it opens nothing any more; the member is told by mail.",
  who: "member",
  key: "honoured",
  body: removedPasskey,
  answer: passkeyList,
  errors: ["passkey_not_found"],
});

export const getPasskeyChallenge = defineCall({
  method: "GET",
  path: "/api/passkey-login.php",
  summary: "A challenge to log in with a passkey, for five minutes and one answer.",
  who: "anyone",
  answer: z.object({ options: requestOptions }),
  errors: ["passkeys_unavailable"],
});

export const logInByPasskey = defineCall({
  method: "POST",
  path: "/api/passkey-login.php",
  summary: "Log in by what a passkey made of the challenge; sets the cookie `auth`.",
  who: "anyone",
  rate: "login",
  replay: "none",
  body: z.object({ response: usedCredential }),
  answer: z.object({ user }),
  errors: ["passkey_login_failed", "passkey_unknown", "passkeys_unavailable", "login_blocked", "account_deleted"],
});
