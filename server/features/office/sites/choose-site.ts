import type { Db } from "#server/db/pool.ts";
import { listSites } from "#server/features/sites/index.ts";
import { failFields } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import type { StoredSite } from "#server/site.ts";

/** The sites to choose from, and the chosen one: by its key, else that of the request's host. */
export async function chooseSite(
  { db, site }: { db: Db; site: Pick<Context["site"], "key"> },
  key: string | undefined,
) {
  const all = await listSites(db);
  const chosen = all.find((each) => each.key === (key ?? site.key));
  if (!chosen) throw failFields({ site: "unknown_option" });
  return { chosen, shown: shownSites(all, chosen) };
}

/** The keys of all sites, and the ids and settings of those that a key chooses: without one all. */
export async function chooseSites(db: Db, key: string | undefined) {
  const all = await listSites(db);
  const chosen = all.filter((site) => key === undefined || site.key === key);
  if (chosen.length === 0 && key !== undefined) throw failFields({ site: "unknown_option" });
  const settings = chosen.map((site) => site.settings);
  return { keys: all.map((site) => site.key), ids: chosen.map(({ id }) => id), settings };
}

const shownSites = (all: readonly StoredSite[], { key }: StoredSite) => ({
  sites: all.map(({ key: each, settings }) => ({ key: each, name: settings.name })),
  key,
});
