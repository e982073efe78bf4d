import { type ReactNode, useMemo } from "react";
import { findVisitorCountry } from "./find-visitor-country.ts";
import { LocatedContext, useRootData } from "./root-data.ts";
import { useAnswer } from "./use-answer.ts";

/** Serves a page shared with others: prices, the entry warning and the signup's country depend on it. */
export function VisitorCountry({ children }: { children: ReactNode }) {
  const data = useRootData();
  const shared = data?.shared === true;
  const country = useAnswer(shared ? "country" : null, findVisitorCountry)?.answer ?? null;
  const locatedData = useMemo(() => {
    if (!data?.shared || country === null) return null;
    return { ...data, settings: { ...data.settings, geoip_country: country } };
  }, [data, country]);
  return <LocatedContext value={locatedData}>{children}</LocatedContext>;
}
