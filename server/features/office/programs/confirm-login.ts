import { freshLoginMs } from "#server/features/auth/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { requireStaffPassword } from "../staff/log-in-staff.ts";

export const loggedInLongAgo = ({ staff, now }: StaffContext) =>
  now.getTime() - staff.openedAt.getTime() >= freshLoginMs;

/** Requires the password before a secret is made that works without a login, unless the caller has just logged in. */
export async function confirmLogin(ctx: StaffContext, password: string | undefined): Promise<void> {
  if (!loggedInLongAgo(ctx)) return;
  if (!password) throw failFields({ password: "required" });
  await requireStaffPassword(ctx, password);
}
