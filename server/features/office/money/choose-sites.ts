import type { Db } from "#server/db/pool.ts";
import { listSites } from "#server/features/sites/index.ts";
import { failFields } from "#server/http/fail.ts";

/** The site of a key, or all; fails with `unknown_option` for a key that no site has. */
export async function chooseSites(db: Db, key: string | undefined) {
  const sites = await listSites(db);
  const chosen = sites.filter((site) => key === undefined || site.key === key);
  if (chosen.length === 0 && key !== undefined) throw failFields({ site: "unknown_option" });
  return { keys: sites.map((site) => site.key), ids: chosen.map(({ id }) => id) };
}
