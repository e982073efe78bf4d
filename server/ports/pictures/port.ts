/** What a service says about a picture. */
export type PictureFindings = {
  /** How likely it shows nudity, from 0 to 1. */
  nudity: number;
  /** It is on a list of known pictures, such as those of abuse. */
  known: boolean;
};

/** What it finds is a hint for the staff, who look at each picture in any case. It is off by default. */
export type PictureCheck = {
  /** Asks about a JPEG. Throws if the service does not answer in time, or not in the documented form. */
  check(picture: Uint8Array): Promise<PictureFindings>;
};
