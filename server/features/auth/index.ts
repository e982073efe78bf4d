import { deviceCookieDays } from "#contract/constants.ts";
import { defineFeature } from "#server/feature.ts";
import { memberData } from "./member-data.ts";
import { passkeyRoutes } from "./passkey-routes.ts";
import { sendRecovery } from "./request-recovery.ts";
import { authRoutes } from "./routes.ts";

export { addPasskey } from "./add-passkey.ts";
export { canonicalAddress } from "./addresses.ts";
export { setUsable } from "./barred-store.ts";
export { removePasskey, renamePasskey } from "./change-passkeys.ts";
export { erasureCutoff, restorableUntil } from "./deletion-period.ts";
export { describeDevice } from "./describe-device.ts";
export { deleteDevices } from "./device-store.ts";
export {
  allKindsButUndo,
  createLink,
  findLink,
  isActivationLink,
  type Link,
  redeemLink,
  revokeLinks,
} from "./email-links.ts";
export { endOtherAccess } from "./end-other-access.ts";
export { type EndingSessions, endSessions } from "./end-sessions.ts";
export { endSuspension } from "./end-suspension.ts";
export { freshLoginMs } from "./fresh-login.ts";
export { lockOwnAccount } from "./lock-own-account.ts";
export { logIn } from "./log-in.ts";
export { logInByPasskey } from "./log-in-by-passkey.ts";
export { nameKey, nameKeyOfCapitals } from "./name-key.ts";
export { validateNewPassword } from "./new-password.ts";
export { offerPasskey } from "./offer-passkey.ts";
export { openSession } from "./open-session.ts";
export { revokePasskeys } from "./passkey-store.ts";
export { checkPassword, dummyHash, hashPassword } from "./passwords.ts";
export { requirePassword } from "./require-password.ts";
export { resetPassword } from "./reset-password.ts";
export { createSession, createSessionFinder, hashToken } from "./sessions.ts";
export { showPasskeys } from "./show-passkeys.ts";
export {
  deleteUndoLinksSince,
  findByAddress,
  findOwner,
  isAddressHeld,
  isAddressTaken,
  updateAddress,
  updatePassword,
} from "./store.ts";
export { requestPasskey, verifyPasskey } from "./verify-passkey.ts";

export const auth = defineFeature({
  routes: [...authRoutes, ...passkeyRoutes],
  jobs: [sendRecovery],
  memberData,
  retention: [
    { table: "sessions", column: "expires_at", keepDays: 0 },
    { table: "email_links", column: "expires_at", keepDays: 30 },
    { table: "known_devices", column: "used_at", keepDays: deviceCookieDays },
    { table: "spent_challenges", column: "expires_at", keepDays: 0 },
  ],
});
