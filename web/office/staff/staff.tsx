import { getQueues } from "#contract/office.ts";
import { getStaff, getStaffPasskeys } from "#contract/staff.ts";
import { createAction, pageOf } from "#web/lib/page.ts";
import type { Route } from "./+types/staff.ts";
import { StaffHome } from "./staff-home.tsx";
import { StaffLogin, sendLogin } from "./staff-login.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { load } = pageOf(context);
  const { staff } = await load(getStaff);
  if (staff === null) return null;
  const [passkeys, { queues }] = await Promise.all([load(getStaffPasskeys), load(getQueues)]);
  return { staff, passkeys, queues };
}

/** Without scripts the API's cookie is returned with the redirect. */
export const action = createAction(sendLogin, () => "/staff");

/** D11.4: the back office's login; after it the queues, and the logged-in staff member. */
export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData === null) return <StaffLogin posted={actionData} />;
  return <StaffHome {...loaderData} />;
}
