import { defineFeature } from "#server/feature.ts";
import { placesRoutes } from "./routes.ts";

export { findPlace, isCountry, isRegion, type Place } from "./find-place.ts";
export { foldName } from "./fold-name.ts";
export { loadPlaces } from "./load.ts";
export {
  distanceSteps,
  earthDiameter,
  type Home,
  kilometresBetween,
  type Point,
  shownDistance,
  snapToGrid,
} from "./rules.ts";

export const places = defineFeature({
  routes: placesRoutes,
});
