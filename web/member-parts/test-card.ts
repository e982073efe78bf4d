import type { Card } from "#contract/profiles.ts";

/** A card for tests. */
export const testCard = (id: string, changes: Partial<Card> = {}): Card => ({
  id,
  name: `Name ${id}`,
  age: 30,
  gender: "female",
  country: "DE",
  region: null,
  region_name: "",
  city: "",
  distance: null,
  online: false,
  new: false,
  premium: false,
  verified: false,
  fictional: false,
  automatic: false,
  introduced: false,
  main_image: null,
  liked: false,
  match: false,
  match_percentage: null,
  ...changes,
});
