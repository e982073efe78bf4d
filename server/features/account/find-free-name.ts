import { nameKey, nameKeyOfCapitals } from "#server/features/auth/index.ts";
import { findContactDetails } from "#server/features/profiles/index.ts";
import type { Context } from "#server/http/handle.ts";
import { listTakenNameKeys } from "./accounts-store.ts";

/** How many digits each try adds; a name has up to 30 characters. */
const tries = [2, 2, 3, 3, 4, 5];
const longestBase = 25;

/** A name like one that is taken, with some digits by chance; undefined if no try is free. */
export async function findFreeName(
  { db, site, services }: Pick<Context, "db" | "site" | "services">,
  name: string,
): Promise<string | undefined> {
  const base = [...name].slice(0, longestBase).join("").trim();
  const digits = [...services.random.uuid().replaceAll("-", "")].map((hex) => Number.parseInt(hex, 16) % 10).join("");
  const names = tries.map((count, at) => base + digits.slice(at * 5, at * 5 + count));
  const keysOf = (each: string) => [nameKey(each), nameKeyOfCapitals(each)];
  const used = await listTakenNameKeys(db, site.id, names.flatMap(keysOf));
  return names.find((each) => findContactDetails(each).length === 0 && !keysOf(each).some((key) => used.has(key)));
}
