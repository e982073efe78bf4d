import { redirect } from "react-router";

/** D1.5: the settings are at `/notifications`; whoever types the other word is led there. */
export function loader(): never {
  throw redirect("/notifications");
}
