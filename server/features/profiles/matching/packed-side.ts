import { type RawBuilder, sql } from "kysely";

/** The columns of the indexes that `packedColumns` reads. */
export const packedNames: RawBuilder<unknown> = sql`gender, seeks_men, seeks_women, date_of_birth, country, place,
  interest_bits, match_wishes, fact_bits`;
const latitude = sql`degrees(asin(cube_ll_coord(place, 3) / earth()))::real`;
const longitude = sql`degrees(atan2(cube_ll_coord(place, 2), cube_ll_coord(place, 1)))::real`;
/** A home, of which the indexes hold the `place` only. */
export const homeOfPlace: RawBuilder<unknown> = sql`${latitude}, ${longitude}`;
export const packedColumns: RawBuilder<unknown> = sql`gender, seeks_men, seeks_women, date_of_birth, country,
  ${latitude} as latitude, ${longitude} as longitude, interest_bits, match_wishes, fact_bits`;

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const half = 2 ** 26;
/** How many bits two numbers of up to 52 bits have in common; `&` alone ignores bits beyond the 32nd. */
export const countCommon = (one: number, other: number): number =>
  countBits((one % half) & (other % half)) + countBits(Math.floor(one / half) & Math.floor(other / half));

/** The codes whose bits are set in a number of up to 32 bits. */
export const codesOf = <Code>(bits: number, codes: readonly Code[]): Code[] =>
  codes.filter((_, place) => (bits >>> place) & 1);

/** What a member wants and looks like. Codes are bits; null, or no bit: not stated. */
export type Wishes = {
  prefers_min_age: number | null;
  prefers_max_age: number | null;
  prefers_distance: number | null;
  prefersBodyTypes: number;
  bodyType: number;
  goals: number;
};

/** Unpacks what the SQL function `match_wishes` packed. */
export function readWishes(packed: number): Wishes {
  const low = packed % 2 ** 29;
  const high = Math.floor(packed / 2 ** 29);
  return {
    prefers_min_age: low & 127 || null,
    prefers_max_age: (low >> 7) & 127 || null,
    prefers_distance: (low >> 14) & 32767 || null,
    prefersBodyTypes: high & 255,
    bodyType: (high >> 8) & 255,
    goals: (high >> 16) & 255,
  };
}
