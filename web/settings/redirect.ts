import { redirect } from "react-router";
import type { ScreenHandle } from "#web/lib/page.ts";

export const handle: ScreenHandle = { who: "everyone", texts: [], mood: "settings" };

/** D1.5: the settings are at `/notifications`; `/settings` redirects there. */
export function loader(): never {
  throw redirect("/notifications");
}
