import { type ReactNode, useEffect, useMemo, useState } from "react";
import { getVisitorCountry } from "#contract/sites.ts";
import { call } from "./call.ts";
import { LocatedContext, useRootData } from "./root-data.ts";

/** Serves a page shared with others: prices, the entry warning and the signup's country depend on it. */
export function VisitorCountry({ children }: { children: ReactNode }) {
  const data = useRootData();
  const shared = data?.shared === true;
  const [country, setCountry] = useState<string | null>(null);
  useEffect(() => {
    if (!shared) return;
    call(getVisitorCountry).then(
      (answer) => setCountry(answer.country),
      () => {},
    );
  }, [shared]);
  const located = useMemo(() => {
    if (!data?.shared || country === null) return null;
    return { ...data, settings: { ...data.settings, geoip_country: country } };
  }, [data, country]);
  return <LocatedContext value={located}>{children}</LocatedContext>;
}
