import { useEffect, useState } from "react";
import { getRegions } from "#contract/places.ts";
import { call } from "#web/lib/call.ts";

export type Region = { code: string; name: string };
export type RegionsOf = { country: string; regions: readonly Region[] };

/** The regions of the chosen country; empty until loaded. `known` are the regions that came with the page. */
export function useRegions(country: string | undefined, known: RegionsOf | null): readonly Region[] {
  const [loaded, setLoaded] = useState(known);
  useEffect(() => {
    if (country === undefined || country === loaded?.country) return;
    const stop = new AbortController();
    call(getRegions, { query: { country }, signal: stop.signal }).then(
      ({ regions }) => setLoaded({ country, regions }),
      // without regions the search is by country; choosing a country again retries
      () => {},
    );
    return () => stop.abort();
  }, [country, loaded]);
  return loaded !== null && loaded.country === country ? loaded.regions : [];
}
