/** Where pages find a picture that a site has uploaded; `picture` is its setting. */
export const sitePicturePath = (picture: string): string => `/site-pictures/${picture}.webp`;
