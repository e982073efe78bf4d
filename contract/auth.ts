import { z } from "zod";
import { defineCall } from "./call.ts";
import { newPassword } from "./text.ts";
import { user } from "./user.ts";

/** An existing password, to be verified. For one that the user chooses, see `newPassword`. */
export const currentPassword = z.string({ error: "required" }).min(1, "required").max(1000, "too_long");

export const logIn = defineCall({
  method: "POST",
  path: "/api/user.php",
  summary: "Log in by name or email address (D3.2); sets the cookie `auth`.",
  who: "anyone",
  whileClosed: true,
  clientHeader: true,
  rate: "login",
  replay: "none",
  body: z.object({
    login: z.string({ error: "required" }).trim().min(1, "required").max(254, "too_long"),
    password: currentPassword,
  }),
  answer: z.object({ user }),
  errors: ["login_failed", "login_blocked", "account_deleted", "account_suspended", "account_banned"],
});

export const logOut = defineCall({
  method: "GET",
  path: "/api/logout.php",
  summary: "Log out. The specification makes this a GET, so only this site's own pages may call it.",
  who: "anyone",
  whileClosed: true,
  callers: "same-origin",
});

/** What a link in a mail can be for. */
export const linkKinds = ["activation", "reset", "login", "mail_change", "mail_undo", "reactivation"] as const;
export type LinkKind = (typeof linkKinds)[number];

export const linkToken = z.string({ error: "required" }).max(100, "invalid");

/** What the link for a forgotten password lets the member do: choose a new password, or log in once. */
export const recoveryMethods = ["reset", "login"] as const;

export const requestRecovery = defineCall({
  method: "POST",
  path: "/api/password-reset.php",
  summary:
    "Send a link to choose a new password or to log in once (R5.06, D3.6); at most three a day for each account.",
  who: "anyone",
  whileClosed: true,
  rate: "login",
  body: z.object({
    email: z.string({ error: "required" }).trim().min(1, "required").max(254, "email_not_found"),
    way: z.enum(recoveryMethods, "unknown_option").default("reset"),
  }),
  answer: z.object({
    /** True if the caller tried too many unknown addresses: the answer then reveals nothing about this one. */
    neutral: z.boolean(),
  }),
  errors: ["too_many_resets"],
});

export const resetPassword = defineCall({
  method: "PUT",
  path: "/api/password-reset.php",
  summary: "Redeem a reset link with the new password, typed twice: logs every device out, and this one in.",
  who: "anyone",
  whileClosed: true,
  rate: "login",
  hashes: true,
  body: z.object({
    token: linkToken,
    password: newPassword,
    password_again: z.string({ error: "required" }).max(1000, "too_long"),
  }),
  answer: z.object({ user }),
  errors: ["link_invalid"],
});

export const changePassword = defineCall({
  method: "PUT",
  path: "/api/password.php",
  summary: "Change the password (R5.07): every other device is logged out, and this one gets a new session.",
  who: "member",
  whileClosed: true,
  rate: "login",
  hashes: true,
  body: z.object({ old_password: currentPassword, password: newPassword }),
  errors: ["login_blocked"],
});

const device = z.object({
  id: z.uuid(),
  /** The product names of the browser and of the operating system; null if unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Where it logged in, ISO 3166-1; null if unknown. */
  country: z.string().nullable(),
  first_seen: z.iso.datetime(),
  last_seen: z.iso.datetime(),
  current: z.boolean(),
});
export type Device = z.output<typeof device>;
const devices = z.object({ devices: z.array(device) });

export const getDevices = defineCall({
  method: "GET",
  path: "/api/devices.php",
  summary: "The devices on which the caller is logged in: this one first, then the most recently seen.",
  who: "member",
  whileClosed: true,
  answer: devices,
});

export const endDevice = defineCall({
  method: "DELETE",
  path: "/api/device.php",
  summary: "Log one device out at once; when it comes back it counts as a new device.",
  who: "member",
  whileClosed: true,
  key: "honoured",
  body: z.object({ id: z.uuid("invalid") }),
  answer: devices,
  errors: ["device_not_found"],
});

export const endOtherDevices = defineCall({
  method: "DELETE",
  path: "/api/devices.php",
  summary: "Log every device out but this one.",
  who: "member",
  whileClosed: true,
  key: "honoured",
  answer: devices,
});
