import { redirect } from "react-router";
import type { ScreenHandle } from "#web/lib/page.ts";

export const handle: ScreenHandle = { who: "everyone", texts: [], mood: "settings" };

/** The settings are at `/notifications`; `/settings` redirects there (D1.5). */
export function loader(): never {
  throw redirect("/notifications");
}
