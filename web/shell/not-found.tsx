import { data } from "react-router";
import type { ScreenHandle } from "#web/lib/page.ts";

export const handle: ScreenHandle = { who: "everyone", texts: [] };

/** Every unknown address: the error page with status 404 (R8.02). */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
