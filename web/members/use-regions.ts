import { useEffect, useState } from "react";
import { getRegions } from "#contract/places.ts";
import { call } from "#web/lib/call.ts";

export type Region = { code: string; name: string };
export type RegionsOf = { country: string; regions: readonly Region[] };

/** The regions of the chosen country; `known` are those that came with the page. Empty until they are there. */
export function useRegions(country: string | undefined, known: RegionsOf | null): readonly Region[] {
  const [loaded, setLoaded] = useState(known);
  useEffect(() => {
    if (country === undefined || country === loaded?.country) return;
    const stop = new AbortController();
    call(getRegions, { query: { country }, signal: stop.signal }).then(
      ({ regions }) => setLoaded({ country, regions }),
      // without them the search is by country; the next choice of a country asks again
      () => {},
    );
    return () => stop.abort();
  }, [country, loaded]);
  return loaded !== null && loaded.country === country ? loaded.regions : [];
}
