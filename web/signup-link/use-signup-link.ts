import { useLocation } from "react-router";
import { trackingIn, visitTracking, withTracking } from "./tracking.ts";

/**
 * Makes the address of a link to the signup: where scripts run it opens over the page, and as a page of its own it
 * brings along where the visitor came from (R3.09).
 */
export function useSignupLink(): (path?: string) => string {
  const { search } = useLocation();
  const tracking = visitTracking() ?? trackingIn(new URLSearchParams(search));
  return (path = "/signup") => {
    const [pathname, query = ""] = path.split("?");
    const whole = withTracking(new URLSearchParams(query), tracking);
    return whole.size === 0 ? path : `${pathname}?${whole}`;
  };
}
