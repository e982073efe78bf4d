import { checkPassword, dummyHash } from "#server/features/auth/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { countAttempts } from "./count-attempts.ts";
import { findStaff } from "./store.ts";

/** Checks the password of logged-in staff again. Throws `invalid_input` at `password`, or `login_blocked`. */
export async function requireStaffPassword(ctx: StaffContext, password: string): Promise<void> {
  const { staffId } = ctx.staff;
  const correct = await countAttempts(ctx, `again:${staffId}`, async () => {
    const { password_hash: hash } = await findStaff(ctx.db, staffId);
    return (await checkPassword(password, hash ?? dummyHash)) || undefined;
  });
  if (!correct) throw failFields({ password: "not_your_password" });
}
