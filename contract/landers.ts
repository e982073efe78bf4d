/** R2.02, R2.03: the landers, by the names in their addresses. */
export const landerNames = [
  "alonetonight",
  "collagelanding",
  "gallery",
  "iconslanding",
  "maplanding",
  "socialnetwork",
  "tinderswipe",
  "transitionsvideolanding",
  "video",
] as const;
export type LanderName = (typeof landerNames)[number];
