/** It preselects the country in forms, and shows where a device logged in. The address is not stored. */
export type Geo = {
  /** ISO 3166-1, upper case; null if the address is local or unknown. */
  countryOf(ip: string): string | null;
};
