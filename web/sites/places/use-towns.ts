import { useEffect, useState } from "react";
import { getCities } from "#contract/places.ts";
import { call } from "#web/lib/call.ts";
import { type Town, type TownElsewhere, townQuery } from "./towns.ts";

const waitMs = 150;

/**
 * The towns found for the typed text, and towns of that name in the site's other countries. `query` is the text that
 * they belong to, so that late answers are ignored.
 */
export type TownSearch = {
  query: string;
  towns: readonly Town[];
  elsewhere: readonly TownElsewhere[];
  failed: boolean;
};
const nothing: TownSearch = { query: "", towns: [], elsewhere: [], failed: false };

/** Searches towns while the user types: debounced, and only for the newest text. */
export function useTowns(country: string, typed: string): TownSearch {
  const [found, setFound] = useState<TownSearch & { country: string }>({ ...nothing, country });
  const query = townQuery(typed);
  useEffect(() => {
    if (query === "") return;
    const newer = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const found = await call(getCities, { query: { country, text: query }, signal: newer.signal });
        setFound({ query, towns: found.cities, elsewhere: found.elsewhere, failed: false, country });
      } catch {
        if (!newer.signal.aborted) setFound({ ...nothing, query, failed: true, country });
      }
    }, waitMs);
    return () => {
      clearTimeout(timer);
      newer.abort();
    };
  }, [country, query]);
  return query === "" || found.country !== country ? nothing : found;
}
