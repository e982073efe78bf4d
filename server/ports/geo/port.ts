/** Finds the country of an address: to preselect it in forms, and to tell members where a device logged in. The address is not kept. */
export type Geo = {
  name: string;
  /** ISO 3166-1, upper case; null for an address that is local or not known. */
  countryOf(ip: string): string | null;
};
