import { z } from "zod";
import { defineCall } from "./call.ts";
import { languages, staffRoles } from "./constants.ts";
import {
  creationOptions,
  newPasskey,
  passkeyList,
  passkeyPermission,
  removedPasskey,
  renamedPasskey,
  requestOptions,
  usedCredential,
} from "./passkeys.ts";
import { namedSite, siteKey } from "./site-key.ts";
import { newPassword } from "./text.ts";

/** A staff member, as they see themselves. */
export const staff = z.object({ id: z.uuid(), email: z.string(), name: z.string(), role: z.enum(staffRoles) });
export type StaffMember = z.output<typeof staff>;

/** Six digits, as authenticator apps show them: a space in between is allowed. */
const code = z.string({ error: "required" }).trim().min(1, "required").max(20, "too_long");
const password = z.string({ error: "required" }).min(1, "required").max(1000, "too_long");

export const getStaff = defineCall({
  method: "GET",
  path: "/api/staff.php",
  summary: "The staff member who is logged in, or null.",
  who: "anyone",
  /** `sites`: those that they work on, by which the back office names sites everywhere; `everywhere`: on all. */
  answer: z.object({ staff: staff.extend({ sites: z.array(namedSite), everywhere: z.boolean() }).nullable() }),
});

/** Every role may make the call, for the caller's own sites. */
export const ofAllStaff = { who: "staff", sites: "own", roles: staffRoles } as const;

const readLanguages = z.object({
  languages: z.array(z.enum(languages, "unknown_option")).max(languages.length, "too_big"),
});

export const getStaffLanguages = defineCall({
  method: "GET",
  path: "/api/staff-languages.php",
  summary: "The languages that the caller reads, as they said; none: they did not say.",
  ...ofAllStaff,
  answer: readLanguages,
});

export const setStaffLanguages = defineCall({
  method: "PUT",
  path: "/api/staff-languages.php",
  summary: "Say which languages the caller reads: a complaint in another one names the colleagues who read it.",
  ...ofAllStaff,
  key: "honoured",
  body: readLanguages,
  answer: readLanguages,
});

/** Whether someone of the staff can log in; `invited`: not yet, by an invitation that is open. */
export const staffStates = ["enabled", "ended", "invited", "invitation_over", "disabled"] as const;

const team = z.object({
  sites: z.array(namedSite),
  people: z.array(
    staff.extend({
      sites: z.array(siteKey).nullable(),
      state: z.enum(staffStates),
      last_login_at: z.iso.datetime().nullable(),
      /** Open sessions, the one that was used last first. */
      sessions: z.array(
        z.object({ browser: z.string().nullable(), system: z.string().nullable(), used_at: z.iso.datetime() }),
      ),
    }),
  ),
});
export type Team = z.output<typeof team>;

export const getTeam = defineCall({
  method: "GET",
  path: "/api/staff-team.php",
  summary: "Everyone of the staff: role, sites, last login, open sessions.",
  who: "staff",
  answer: team,
});

export const changeStaffSites = defineCall({
  method: "PUT",
  path: "/api/staff-team.php",
  summary: "Limit someone else of the staff to some sites, or let them work on all; their claims end at once.",
  who: "staff",
  body: z.object({ id: z.uuid("invalid"), sites: z.array(siteKey).min(1, "required").max(1000, "too_big").nullable() }),
  answer: team,
  errors: ["staff_item_gone"],
});

export const logInStaff = defineCall({
  method: "POST",
  path: "/api/staff.php",
  summary: "Log in as staff: address, password, and a code or a passkey (D11.4); sets the cookie `staff`.",
  who: "anyone",
  rate: "login",
  replay: "none",
  body: z
    .object({
      email: z.string({ error: "required" }).trim().min(1, "required").max(254, "too_long"),
      password,
      code: code.optional(),
      passkey: usedCredential.optional(),
    })
    .refine((body) => (body.code === undefined) !== (body.passkey === undefined), {
      path: ["code"],
      error: "required",
    }),
  answer: z.object({ staff }),
  errors: ["staff_login_failed", "demo_login_ended", "login_blocked"],
});

export const logOutStaff = defineCall({
  method: "DELETE",
  path: "/api/staff.php",
  summary: "End this staff session.",
  who: "anyone",
  replay: "none",
});

const token = z.string({ error: "required" }).max(100, "invalid");

export const getInvitation = defineCall({
  method: "GET",
  path: "/api/staff-setup.php",
  summary: "Who an invitation is for. A GET does not redeem it.",
  who: "anyone",
  rate: "login",
  query: z.object({ token }),
  answer: z.object({ staff: staff.omit({ id: true }) }),
  errors: ["link_invalid"],
});

export const beginSetup = defineCall({
  method: "POST",
  path: "/api/staff-setup.php",
  summary: "Set the password of an invitation, and get a secret for an authenticator app; a new one each time.",
  who: "anyone",
  rate: "login",
  replay: "none",
  body: z.object({
    token,
    password: newPassword,
  }),
  answer: z.object({
    /** For the app: the content of a QR code (`otpauth://totp/…`), and the secret to type. */
    uri: z.string(),
    secret: z.string(),
  }),
  errors: ["link_invalid"],
});

export const finishSetup = defineCall({
  method: "PUT",
  path: "/api/staff-setup.php",
  summary: "Verify the authenticator app by its first code: enables the account, redeems the invitation, and logs in.",
  who: "anyone",
  rate: "login",
  replay: "none",
  body: z.object({ token, code }),
  answer: z.object({ staff }),
  errors: ["link_invalid", "login_blocked"],
});

export const getStaffChallenge = defineCall({
  method: "GET",
  path: "/api/staff-passkey-login.php",
  summary: "A challenge for a passkey instead of a code, valid for five minutes and one answer.",
  who: "anyone",
  answer: z.object({ options: requestOptions }),
  errors: ["passkeys_unavailable"],
});

export const getStaffPasskeys = defineCall({
  method: "GET",
  path: "/api/staff-passkeys.php",
  summary: "The caller's passkeys.",
  ...ofAllStaff,
  answer: passkeyList,
});

export const offerStaffPasskey = defineCall({
  method: "POST",
  path: "/api/staff-passkey-offer.php",
  summary: "Begin to add a passkey: needs the password unless the caller has just logged in, and answers a challenge.",
  ...ofAllStaff,
  rate: "login",
  replay: "none",
  body: passkeyPermission,
  answer: z.object({ options: creationOptions }),
  errors: ["login_blocked", "limit_reached", "passkeys_unavailable"],
});

export const addStaffPasskey = defineCall({
  method: "POST",
  path: "/api/staff-passkey.php",
  summary: "Add the passkey that the browser created for an offer.",
  ...ofAllStaff,
  rate: "login",
  body: newPasskey,
  answer: passkeyList,
  errors: ["passkey_refused", "passkey_known", "limit_reached", "passkeys_unavailable"],
});

export const renameStaffPasskey = defineCall({
  method: "PUT",
  path: "/api/staff-passkey.php",
  summary: "Give one of the caller's passkeys another name.",
  ...ofAllStaff,
  key: "honoured",
  body: renamedPasskey,
  answer: passkeyList,
  errors: ["passkey_not_found"],
});

export const removeStaffPasskey = defineCall({
  method: "DELETE",
  path: "/api/staff-passkey.php",
  summary: "Remove one of the caller's passkeys, so that it can't log in any more.",
  ...ofAllStaff,
  key: "honoured",
  body: removedPasskey,
  answer: passkeyList,
  errors: ["passkey_not_found"],
});
