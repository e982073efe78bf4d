import { createHash } from "node:crypto";
import type { SearchQuery } from "#contract/members.ts";
import type { Filter, Total } from "./rules.ts";

/** Where a page ended, and what the next one has to know of the first. */
export type Cursor = {
  /** The sort's value of the last row: microseconds since 1970, a distance, a percentage. */
  value: string;
  id: string;
  total: Total;
  /** Sorted by the best match: since when those who are ranked were here, in microseconds; null where everybody is ranked. */
  since: string | null;
};

/** What a search was for: a cursor is good for the same search by the same person from the same place only. */
export function searchKey(
  query: SearchQuery,
  { siteId, not, sort, from, distance, genders, lookingFor }: Filter,
): string {
  const { cursor: _, interests, ...rest } = query;
  const place = sort === "nearest" || distance ? from : null;
  const asked = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  const all = [siteId, not, sort, place, genders, lookingFor, asked, interests?.toSorted()];
  return createHash("sha256").update(JSON.stringify(all)).digest("base64url").slice(0, 10);
}

/** A cursor is opaque to the caller, and worth nothing to forge. */
export function writeCursor({ value, id, total, since }: Cursor, key: string): string {
  const parts = [key, value, id, total.count, total.all ? "all" : "more", since ?? ""];
  return Buffer.from(parts.join("|")).toString("base64url");
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
};

/** Null where the cursor is not one of this search's, `searchKey` says which that is. */
export function readCursor(text: string, sort: Filter["sort"], key: string): Cursor | null {
  const parts = Buffer.from(text, "base64url").toString("utf8").split("|");
  const [of, value = "", id = "", count = "", all = "", since = ""] = parts;
  if (of !== key || parts.length !== 6 || !values[sort].test(value) || !uuid.test(id)) return null;
  if (!/^\d{1,5}$/.test(count) || !/^(all|more)$/.test(all)) return null;
  if (since !== "" && (sort !== "best" || !microseconds.test(since))) return null;
  return { value, id, total: { count: Number(count), all: all === "all" }, since: since || null };
}
