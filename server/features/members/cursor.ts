import { createHash } from "node:crypto";
import type { SearchQuery } from "#contract/members.ts";
import type { Config } from "#server/config.ts";
import { seal, unseal } from "#server/seal.ts";
import type { Filter, Total } from "./rules.ts";

/** Where a page ended, and what the next one has to know of the first. */
export type Cursor = {
  /** The sort's value of the last row: microseconds since 1970, a distance, a percentage, a score with microseconds. */
  value: string;
  id: string;
  total: Total;
  /**
   * In microseconds. Sorted by the best match: since when those who are ranked were here; null where everybody is ranked.
   * In the order "for you": since when members were here lately, as the first page took it.
   */
  since: string | null;
};

/** What a search was for: a cursor is good for the same search by the same person from the same place only. */
export function searchKey(
  query: SearchQuery,
  { siteId, not, sort, from, home, distance, genders, lookingFor }: Filter,
): string {
  const { cursor: _, interests, ...rest } = query;
  const place = sort === "nearest" || sort === "for_you" || distance ? from : null;
  const country = sort === "for_you" ? home : null;
  const asked = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  const all = [siteId, not, sort, place, country, genders, lookingFor, asked, interests?.toSorted()];
  return createHash("sha256").update(JSON.stringify(all)).digest("base64url").slice(0, 10);
}

type Sealing = Pick<Config, "secret">;

/**
 * A cursor is sealed: in the clear it would tell to the microsecond when somebody was here last, of whom others see the day
 * only, and one that the caller makes up would tell it of whomever they like.
 */
export function writeCursor(config: Sealing, { value, id, total, since }: Cursor, key: string): string {
  const parts = [value, id, total.count, total.all ? "all" : "more", since ?? ""];
  return seal(config, { use: "search-cursor", owner: key }, Buffer.from(parts.join("|"))).toString("base64url");
}

function opened(config: Sealing, text: string, key: string): string {
  try {
    const sealed = Buffer.from(text, "base64url");
    return Buffer.from(unseal(config, { use: "search-cursor", owner: key }, sealed)).toString();
  } catch {
    return "";
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Up to the year 2255, which every JavaScript number still counts exactly. */
const microseconds = /^\d{1,15}$|^[1-8]\d{15}$/;

const values: Record<Filter["sort"], RegExp> = {
  active: microseconds,
  newest: microseconds,
  // as PostgreSQL writes a distance, none of them further than twice the earth's radius
  nearest: /^\d{1,8}(\.\d{1,20})?(e-\d{1,2})?$/,
  best: /^(-1|\d{1,3})$/,
  // two digits of the score, sixteen of the microseconds
  for_you: /^\d{1,18}$/,
};

const sinceSorts: readonly Filter["sort"][] = ["best", "for_you"];

/** Null where the cursor is not one of this search's, `searchKey` says which that is. */
export function readCursor(config: Sealing, text: string, sort: Filter["sort"], key: string): Cursor | null {
  const parts = opened(config, text, key).split("|");
  const [value = "", id = "", count = "", all = "", since = ""] = parts;
  if (parts.length !== 5 || !values[sort].test(value) || !uuid.test(id)) return null;
  if (!/^\d{1,5}$/.test(count) || !/^(all|more)$/.test(all)) return null;
  if (since === "" ? sort === "for_you" : !sinceSorts.includes(sort) || !microseconds.test(since)) return null;
  return { value, id, total: { count: Number(count), all: all === "all" }, since: since || null };
}
