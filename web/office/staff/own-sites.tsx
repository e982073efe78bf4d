import { createContext, useContext } from "react";
import type { NamedSite } from "#contract/site-key.ts";
import type { Option } from "#web/ui/select-field.tsx";

const OwnSites = createContext<readonly NamedSite[]>([]);

/** The layout of the office gives it the sites that the staff member works on. */
export const OwnSitesProvider = OwnSites.Provider;

/** Sites to choose from, by their names; of those with one name each has its key, too. */
export function siteOptions(sites: readonly NamedSite[]): Option[] {
  const alike = Map.groupBy(sites, ({ name }) => name);
  return sites.map(({ key, name }) => ({
    value: key,
    label: alike.get(name)?.length === 1 ? name : `${name} (${key})`,
  }));
}

/** The sites that the staff member works on, to choose from, and what one is called. */
export function useOwnSites() {
  const options = siteOptions(useContext(OwnSites));
  const names = new Map(options.map(({ value, label }) => [value, label]));
  return { options, nameOf: (key: string) => names.get(key) ?? key };
}
