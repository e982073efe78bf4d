import { redirect } from "react-router";
import { getStaff } from "#contract/staff.ts";
import type { Page } from "#web/lib/page.ts";

/** For screens of the back office: who is not logged in there is redirected to its login. */
export async function requireStaff(page: Page): Promise<void> {
  const { staff } = await page.load(getStaff);
  if (staff === null) throw redirect("/staff");
}
