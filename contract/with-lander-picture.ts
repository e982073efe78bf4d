import type { LanderName } from "./landers.ts";

/** The setting `lander_pictures` with another picture of a lander, or none. */
export const withLanderPicture = (pictures: readonly string[], lander: LanderName, picture: string): string[] => [
  ...pictures.filter((item) => !item.startsWith(`${lander}:`)),
  ...(picture === "" ? [] : [`${lander}:${picture}`]),
];
