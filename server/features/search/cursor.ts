import { hash } from "node:crypto";
import { z } from "zod";
import type { SearchQuery } from "#contract/members.ts";
import type { Config } from "#server/config/config.ts";
import { seal, unseal } from "#server/crypto/seal.ts";
import { decodeCursor, encodeCursor } from "#server/http/cursor.ts";
import type { Filter } from "./rules.ts";

/** How a page is found: `plan.ts` chooses. */
export type Find = "gather" | "walk";

/** A member's place in an order. */
export type Edge = { value: string; id: string };

export type Cursor = {
  /** Of the last row: a score and the microseconds since 1970, a distance, or a rank. */
  value: string;
  id: string;
  /** How many members fit, up to one more than the cap, and how the first page was found. */
  total: number;
  find: Find;
  /** In the order "for you": the first page's `lately`, in microseconds. */
  lately: string | null;
  /** "For you": the last member of the front, if the page ended in it. Best match: the last active of those ranked. */
  boundary: Edge | null;
};

/** Identifies a search. A cursor is valid only for the same search by the same viewer from the same place. */
export function searchKey(
  query: SearchQuery,
  { siteId, viewerId, sort, homePoint, homeCountry, distance, genders, lookingFor }: Filter,
): string {
  const { cursor: _, interests, ...rest } = query;
  const place = sort === "nearest" || sort === "for_you" || distance ? homePoint : null;
  const country = sort === "for_you" ? homeCountry : null;
  const filters = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  const identity = [siteId, viewerId, sort, place, country, genders, lookingFor, filters, interests?.toSorted()];
  return hash("sha256", JSON.stringify(identity), "base64url").slice(0, 10);
}

type SealConfig = Pick<Config, "secret">;

function createEnvelope(config: SealConfig, key: string) {
  const purpose = { use: "search-cursor", owner: key } as const;
  return {
    seal: (bytes: Uint8Array) => seal(config, purpose, bytes),
    unseal: (bytes: Uint8Array) => unseal(config, purpose, bytes),
  };
}

/** It is encrypted: others see only the day of the last activity; a forged cursor could find its microsecond. */
export function writeCursor(config: SealConfig, { value, id, total, find, lately, boundary }: Cursor, key: string) {
  const front = boundary && [boundary.value, boundary.id];
  return encodeCursor([value, id, total, find === "gather", lately, front], createEnvelope(config, key));
}

/** Up to the year 2255: JavaScript numbers represent these microseconds exactly. */
const microseconds = /^\d{1,15}$|^[1-8]\d{15}$/;

/** The score, 16 or 1, before the microseconds. */
const moment = /^16?\d{16}$/;

const valuePatterns: Record<Filter["sort"], RegExp> = {
  active: moment,
  newest: moment,
  // as PostgreSQL writes a distance, at most twice the earth's radius
  nearest: /^\d{1,8}(\.\d{1,20})?(e-\d{1,2})?$/,
  best: /^\d{1,3}$/,
  // two digits of the score, sixteen of the microseconds; a rank has up to five digits before them
  for_you: /^\d{1,21}$/,
};

const edge = (value: RegExp) => z.tuple([z.string().regex(value), z.uuid()]).nullable();

/** A cursor's values in an order. Made once: to make a schema takes a hundred times as long as to read a cursor. */
const schemaOf = (sort: Filter["sort"], lately: z.ZodType<string | null>, front: z.ZodType<[string, string] | null>) =>
  z.tuple([z.string().regex(valuePatterns[sort]), z.uuid(), z.int().min(0).max(99_999), z.boolean(), lately, front]);

const schemas: Record<Filter["sort"], ReturnType<typeof schemaOf>> = {
  active: schemaOf("active", z.null(), z.null()),
  newest: schemaOf("newest", z.null(), z.null()),
  nearest: schemaOf("nearest", z.null(), z.null()),
  best: schemaOf("best", z.null(), edge(moment)),
  for_you: schemaOf("for_you", z.string().regex(microseconds), edge(/^\d{1,18}$/)),
};

/** Decrypts a cursor; null if it does not belong to the search that `key` identifies. */
export function readSearchCursor(config: SealConfig, text: string, sort: Filter["sort"], key: string): Cursor | null {
  const read = decodeCursor(schemas[sort], text, createEnvelope(config, key));
  if (!read) return null;
  const [value, id, total, gathered, lately, front] = read;
  const boundary = front && { value: front[0], id: front[1] };
  return { value, id, total, find: gathered ? "gather" : "walk", lately, boundary };
}
