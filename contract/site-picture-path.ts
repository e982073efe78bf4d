import type { LanderName } from "./landers.ts";

/** The picture of a lander in the setting `lander_pictures`, whose items are such as `video:<picture>`; empty: none. */
export const landerPicture = (pictures: readonly string[], lander: LanderName): string =>
  pictures.find((item) => item.startsWith(`${lander}:`))?.slice(lander.length + 1) ?? "";

/** Where pages find a picture that a site has uploaded; `picture` is its setting. */
export const sitePicturePath = (picture: string): string => `/site-pictures/${picture}.webp`;
