import { type ReactNode, useEffect, useState } from "react";
import { getVisitorCountry } from "#contract/sites.ts";
import { call } from "./call.ts";
import { CountryContext } from "./root-data.ts";

/**
 * Asks for the visitor's country if their page was shared with others: prices, the entry warning (R2.14) and the
 * signup's country depend on it. Without an answer they follow the page's language.
 */
export function VisitorCountry({ shared, children }: { shared: boolean; children: ReactNode }) {
  const [country, setCountry] = useState<string | null>(null);
  useEffect(() => {
    if (!shared) return;
    call(getVisitorCountry).then(
      (answer) => setCountry(answer.country),
      () => {},
    );
  }, [shared]);
  return <CountryContext value={country}>{children}</CountryContext>;
}
