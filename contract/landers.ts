/** The names in the addresses of the landers (R2.02, R2.03). */
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
