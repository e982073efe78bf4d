import { type RawBuilder, sql } from "kysely";
import { goals } from "#contract/match-reasons.ts";
import { bodyTypes, interests } from "#contract/profiles.ts";
import type { MatchSide } from "./rules.ts";

/** A `MatchSide` as the search's indexes hold it: its lists and preferences are the bits of two numbers. */
export type PackedSide = Pick<
  MatchSide,
  "gender" | "seeks_men" | "seeks_women" | "date_of_birth" | "country" | "latitude" | "longitude"
> & { interest_bits: number; match_wishes: number };

/** The columns of the indexes that `packedColumns` reads. */
export const packedNames: RawBuilder<unknown> = sql`gender, seeks_men, seeks_women, date_of_birth, country, place,
  interest_bits, match_wishes`;
/** The columns of a `PackedSide`. The indexes hold a home as `place` only. */
export const packedColumns: RawBuilder<unknown> = sql`gender, seeks_men, seeks_women, date_of_birth, country,
  degrees(asin(cube_ll_coord(place, 3) / earth()))::real as latitude,
  degrees(atan2(cube_ll_coord(place, 2), cube_ll_coord(place, 1)))::real as longitude,
  interest_bits, match_wishes`;

const halfBits = 26;

/** The codes whose bits are set. Bits beyond the 32nd need a division, because `&` ignores them. */
function codesOf<Code>(bits: number, codes: readonly Code[]): Code[] {
  const unpacked: Code[] = [];
  const addHalf = (half: number, first: number) => {
    for (let rest = half; rest > 0; rest &= rest - 1) {
      const code = codes[first + 31 - Math.clz32(rest & -rest)];
      if (code !== undefined) unpacked.push(code);
    }
  };
  addHalf(bits % 2 ** halfBits, 0);
  addHalf(Math.floor(bits / 2 ** halfBits), halfBits);
  return unpacked;
}

const partOf = (wishes: number, first: number, bits: number) => Math.floor(wishes / 2 ** first) % 2 ** bits;

/** Unpacks what the SQL functions `interest_bits` and `match_wishes` packed. */
export function unpackSide<Row extends PackedSide>(row: Row): Row & MatchSide {
  const { interest_bits, match_wishes } = row;
  const numberAt = (first: number, bits: number) => partOf(match_wishes, first, bits) || null;
  return {
    ...row,
    interests: codesOf(interest_bits, interests),
    goals: codesOf(partOf(match_wishes, 45, 8), goals),
    body_type: codesOf(partOf(match_wishes, 37, 8), bodyTypes)[0] ?? null,
    prefers_body_types: codesOf(partOf(match_wishes, 29, 8), bodyTypes),
    prefers_min_age: numberAt(0, 7),
    prefers_max_age: numberAt(7, 7),
    prefers_distance: numberAt(14, 15),
  };
}
