import { redirect } from "react-router";

/** D1.5: the settings are at `/notifications`; `/settings` redirects there. */
export function loader(): never {
  throw redirect("/notifications");
}
