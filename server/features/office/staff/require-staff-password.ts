import { checkPassword, dummyHash } from "#server/features/auth/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { withLockout } from "#server/http/lockout.ts";
import { lockoutKeys } from "./rules.ts";
import { findStaff } from "./store.ts";

export async function requireStaffPassword(ctx: StaffContext, password: string): Promise<void> {
  const { staffId } = ctx.staff;
  await withLockout(ctx.services.limits, lockoutKeys(ctx, `again:${staffId}`), async () => {
    const { password_hash: hash } = await findStaff(ctx.db, staffId);
    return (await checkPassword(password, hash ?? dummyHash)) || failFields({ password: "not_your_password" });
  });
}
