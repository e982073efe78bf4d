import { data, redirect } from "react-router";
import { getQueues } from "#contract/office.ts";
import { getStaff, getStaffPasskeys, logInStaff } from "#contract/staff.ts";
import { pageOf } from "#web/lib/page.ts";
import { toFailure } from "#web/lib/use-call.ts";
import type { Route } from "./+types/staff.ts";
import { StaffHome } from "./staff-home.tsx";
import { StaffLogin } from "./staff-login.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { load } = pageOf(context);
  const { staff } = await load(getStaff);
  if (staff === null) return null;
  const [passkeys, { queues }] = await Promise.all([load(getStaffPasskeys), load(getQueues)]);
  return { staff, passkeys, queues };
}

/** Without scripts the browser posts the form; the API's cookie is returned with the redirect. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const field = (name: string) => String(form.get(name) ?? "");
  const email = field("email");
  try {
    await pageOf(context).call(logInStaff, { body: { email, password: field("password"), code: field("code") } });
  } catch (error) {
    return data({ failure: toFailure(error), email }, { status: 400 });
  }
  throw redirect("/staff");
}

/** D11.4: the back office's login; after it the queues, and the logged-in staff member. */
export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData === null) return <StaffLogin failure={actionData?.failure} email={actionData?.email} />;
  return <StaffHome {...loaderData} />;
}
