import type { FieldCode } from "#contract/errors.ts";
import type { Db } from "#server/db/pool.ts";
import { completeSettings, isOtherHost } from "#server/site-settings.ts";
import type { TextParams } from "#server/texts.ts";
import { isCountry } from "./places/find-place.ts";
import type { ParsedSite, Problem } from "./site-file.ts";
import { findUnfitWords } from "./site-words.ts";
import { loadSites } from "./sites-store.ts";

/**
 * `siteId` is undefined for a new site; `cdnHosts` are allowed for photos, and `keptWords` were valid once. The caller
 * has validated each value by itself; what is wrong by itself, named in `wrong`, contradicts nothing.
 */
export async function findClashes(
  { db, cdnHosts, keptWords = {} }: { db: Db; cdnHosts: readonly string[]; keptWords?: ParsedSite["words"] },
  siteId: number | undefined,
  file: ParsedSite,
  wrong: ReadonlySet<string>,
): Promise<Problem[]> {
  const problems = findUnfitWords(file.words, keptWords);
  const add = (name: string, code: FieldCode, what: string, params: TextParams = {}) => {
    if (!wrong.has(name)) problems.push({ name, code, params, line: `${name}: ${what}` });
  };
  const settings = completeSettings(
    Object.entries(file.settings).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }])),
  );
  const { sites, hosts } = await loadSites(db);
  for (const host of [settings.domain, ...file.hosts]) {
    const owner = sites.find(({ id }) => id === hosts.get(host));
    const name = host === settings.domain ? "domain" : "hosts";
    if (!owner || owner.id === siteId) continue;
    add(name, "host_taken", `${host} belongs to the site ${owner.key}`, { host, site: owner.key });
  }
  const { languages, domain_language: first } = settings;
  if (first !== "" && !wrong.has("languages") && !languages.includes(first)) {
    add(
      "domain_language",
      "language_not_offered",
      `${first} is not among the site's languages, ${languages.join(", ")}`,
    );
  }
  if (isOtherHost(settings.cdn_prefix) && !cdnHosts.includes(settings.cdn_prefix)) {
    const allowed = cdnHosts.length === 0 ? "which is not set" : `which names ${cdnHosts.join(", ")}`;
    add("cdn_prefix", "host_not_allowed", `${settings.cdn_prefix} is not in CDN_HOSTS of the environment, ${allowed}`);
  }
  const sold = file.bundles ?? [];
  const elsewhere = sold.some(({ country }) => country === null);
  const unknown: string[] = [];
  const unsold: string[] = [];
  for (const code of wrong.has("countries") ? [] : settings.countries) {
    if (!(await isCountry(db, code))) unknown.push(code);
    else if (!elsewhere && !sold.some(({ country }) => country === code)) unsold.push(code);
  }
  if (unknown.length > 0) {
    const countries = unknown.join(", ");
    const what = `no towns are known in ${countries}, so nobody there could sign up`;
    add("countries", "country_without_towns", what, { countries });
  }
  if (unsold.length > 0) {
    const countries = unsold.join(", ");
    const what = `none for ${countries}, and none with the country null, which would be for everywhere else`;
    add("bundles", "country_without_bundles", what, { countries });
  }
  return problems;
}
