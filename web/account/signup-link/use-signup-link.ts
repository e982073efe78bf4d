import { useLocation } from "react-router";
import { trackingAt } from "#contract/tracking.ts";
import { getVisitTracking, withTracking } from "./tracking.ts";

/** The signup opens over the page with scripts; as its own page the link carries the tracking record. */
export function useSignupLink(): (path?: string) => string {
  const address = useLocation();
  const tracking = getVisitTracking() ?? trackingAt(address);
  return (path = "/signup") => {
    const [pathname, query = ""] = path.split("?");
    const params = withTracking(new URLSearchParams(query), tracking);
    return params.size === 0 ? path : `${pathname}?${params}`;
  };
}
