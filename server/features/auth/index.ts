import { cookieDays } from "#contract/constants.ts";
import { defineFeature } from "#server/feature.ts";
import { type MemberData, memberTable, secret, technical } from "#server/member-data.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { sendRecovery } from "./request-recovery.ts";
import { authRoutes } from "./routes.ts";

export { findByAddress, findOwner, isAddressTaken, updateAddress, updatePassword } from "./accounts-store.ts";
export { addPasskey, offerPasskey } from "./add-passkey.ts";
export { canonicalAddress } from "./addresses.ts";
export { endSuspension, erasureCutoff, restorableUntil } from "./assert-not-barred.ts";
export { findStatementInForce, setUsable } from "./barred-store.ts";
export { deleteDevices } from "./device-store.ts";
export { describeDevice } from "./devices.ts";
export {
  allKindsButUndo,
  createLink,
  findLink,
  isActivationLink,
  type Link,
  redeemLink,
  revokeLinks,
} from "./email-links.ts";
export { deleteUndoLinksSince, findOpenMailChange, isAddressHeld } from "./email-links-store.ts";
export { type EndingSessions, endOtherAccess, endSessions } from "./end-sessions.ts";
export { logIn, logInByPasskey } from "./log-in.ts";
export { removePasskey, renamePasskey, showPasskeys } from "./manage-passkeys.ts";
export { nameKey, nameKeyOfCapitals } from "./name-key.ts";
export { resetPassword, validateNewPassword } from "./new-password.ts";
export { openSession } from "./open-session.ts";
export { revokePasskeys } from "./passkey-store.ts";
export { checkPassword, dummyHash, hashPassword, requirePassword } from "./passwords.ts";
export { createSession, createSessionFinder, freshLoginMs, hashToken, lockOwnAccount } from "./sessions.ts";
export { requestPasskey, verifyPasskey } from "./verify-passkey.ts";

/** What the tables of this area hold about a member, and what of it the archive withholds. */
const memberData: readonly MemberData[] = [
  memberTable("passkeys", "handle", {
    via: { table: "passkey_users", key: "handle", memberColumn: "account_id" },
    withheld: { credential_id: secret, public_key: secret, handle: technical },
    orderBy: "created_at",
  }),
  memberTable("known_devices", "account_id", { withheld: { token_hash: secret }, orderBy: "created_at" }),
  memberTable("sessions", "account_id", {
    part: "devices",
    withheld: { id: technical, token_hash: secret, device_hash: secret },
    orderBy: "created_at",
  }),
  memberTable("email_links", "account_id", {
    part: "links_in_mails",
    withheld: { token_hash: secret },
    orderBy: "created_at",
  }),
];

export const auth = defineFeature({
  routes: [...authRoutes, ...passkeyRoutes],
  jobs: [sendRecovery],
  memberData,
  retention: [
    { table: "sessions", column: "expires_at", keepDays: 0 },
    { table: "email_links", column: "expires_at", keepDays: 30 },
    { table: "known_devices", column: "used_at", keepDays: cookieDays.device },
    { table: "spent_challenges", column: "expires_at", keepDays: 0 },
  ],
});
