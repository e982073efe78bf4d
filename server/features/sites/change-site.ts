import { z } from "zod";
import { type SettingChanges, type TermsChanges, withNextTerms } from "#contract/next-terms.ts";
import type { Unlocked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import {
  keepsPromise,
  requiredSettings,
  type SettingKey,
  type SiteSettings,
  settingDefinitions,
} from "#server/site-settings.ts";
import { insertChange } from "./change-store.ts";
import { companyOf, describeSite, type KnownSite, requireSite } from "./describe-site.ts";
import { findClashes } from "./find-clashes.ts";
import {
  type ChangedValue,
  describeChange,
  findOutdated,
  inputOf,
  listChanges,
  listCompanyChanges,
} from "./list-changes.ts";
import { saveMarkets } from "./markets.ts";
import { savePageTexts } from "./page-text-store.ts";
import { seedCodes, standardMarkets } from "./seed-sales.ts";
import { InvalidSite, isSettingKey, type Problem, readSiteFile, type SiteFile, type SiteInput } from "./site-file.ts";
import {
  deleteSettings,
  hasMembers,
  insertCompany,
  insertSite,
  listCompanies,
  loadSites,
  lockSites,
  saveHosts,
  saveSetting,
  setCompany,
  updateCompany,
} from "./sites-store.ts";

/** `cdnHosts`: other hosts that a site may load photos from. */
type ChangeContext = { db: Unlocked; now: Date; cdnHosts: readonly string[] };

/** Completes the settings of a new site: missing titles and addresses are derived from its name and domain. */
function withDerivedSettings({
  name,
  domain,
  ...settings
}: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isMail = (address: string) => z.email().safeParse(address).success;
  const addressOf = (box: string) => (isMail(`${box}@${domain}`) ? `${box}@${domain}` : undefined);
  const derived = {
    mail_name: name,
    index_title: name,
    mail_address: addressOf("hello"),
    support_email: addressOf("help"),
  };
  const completed = { name, domain, ...derived, ...settings };
  return Object.fromEntries(Object.entries(completed).filter(([, value]) => value !== undefined));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

async function findNamedCompany(db: Db, company: unknown): Promise<unknown> {
  if (typeof company !== "string") return company;
  const named = await describeSite(db, company);
  if (!named) {
    const line = `company: there is no site ${company} whose company could run this one too.`;
    throw new InvalidSite([{ name: "company", code: "unknown_option", line }]);
  }
  return named.file.company;
}

/** The id of a stored company that equals this one in every field, or of a new row. */
async function ensureCompany(
  { db, now }: Omit<ChangeContext, "cdnHosts">,
  company: SiteFile["company"],
): Promise<number> {
  const same = (await listCompanies(db)).find((row) => listCompanyChanges(companyOf(row), company).length === 0);
  return same?.id ?? (await insertCompany(db, company, now));
}

const hostsOf = ({ hosts, settings }: SiteFile) => [
  ...new Set([...hosts, ...(settings.domain ? [settings.domain] : [])]),
];

async function saveSettings(db: Db, siteId: number, settings: Partial<SiteSettings>): Promise<void> {
  for (const [key, value] of Object.entries(settings)) {
    await saveSetting(db, siteId, key as SettingKey, value as SiteSettings[SettingKey]);
  }
}

/** If the site exists exactly as described, nothing changes and `created` is false. Throws `InvalidSite`. */
export async function createSite(
  { db, now, cdnHosts }: ChangeContext,
  key: string,
  input: SiteInput,
): Promise<{ created: boolean; file: SiteFile }> {
  return await inTransaction(db, async (trx) => {
    await lockSites(trx);
    const settings = withDerivedSettings(input.settings ?? {});
    const missing = requiredSettings.filter((name) => settings[name] === undefined);
    const company = await findNamedCompany(trx, input.company);
    const countries = Array.isArray(settings.countries) ? settings.countries : settingDefinitions.countries.default;
    const bundles = input.bundles ?? standardMarkets(countries);
    const absent = missing.map(
      (name): Problem => ({ name, code: "required", line: `${name}: is missing, every site needs its own` }),
    );
    const current = await describeSite(trx, key);
    const described = { ...input, settings, company, bundles };
    const file = await readSiteFile(key, described, absent, (parsed, wrong) =>
      findClashes({ db: trx, cdnHosts }, current?.site.id, parsed, wrong),
    );
    if (current) {
      const changes = listChanges(current.file, file).map(describeChange);
      if (changes.length === 0) return { created: false, file };
      const line = `There is a site ${key} already, and it differs. To change it: npm run site -- set ${key} …`;
      throw new InvalidSite([{ name: "key", code: "key_taken", line }, ...changes]);
    }
    const id = await insertSite(trx, {
      key,
      company_id: await ensureCompany({ db: trx, now }, file.company),
      created_at: now,
    });
    await saveHosts(trx, id, hostsOf(file));
    await saveSettings(trx, id, file.settings);
    await saveMarkets(trx, id, file.bundles);
    await savePageTexts(trx, id, { before: {}, after: file.pages, now });
    await seedCodes(trx, id, now);
    return { created: true, file };
  });
}

function findNotUnset(unset: readonly string[]): Problem[] {
  return unset.flatMap((name): Problem[] => {
    const unknown = `${name}: there is no such setting. npm run site -- settings lists all of them.`;
    if (!isSettingKey(name)) return [{ name, code: "unknown_option", line: unknown }];
    return (requiredSettings as readonly string[]).includes(name)
      ? [{ name, code: "required", line: `${name}: can't be unset, every site needs its own` }]
      : [];
  });
}

function settingsAfter(current: SiteFile, input: SiteInput, unset: readonly string[]): Record<string, unknown> {
  const merged = { ...current.settings, ...input.settings };
  return Object.fromEntries(Object.entries(merged).filter(([key]) => !unset.includes(key)));
}

/** Who changes a site: a staff member, or null for a command; and which change of its history this undoes. */
type ChangedBy = {
  staffId: string | null;
  undoes?: string;
  /** Members were told of changed terms in time. */
  announced?: boolean;
};
type Changed = { changes: ChangedValue[]; sharing: string[] };

/**
 * A former domain stays one of the site's hosts unless `hosts` are given, so that links in sent emails still work.
 * Returns a line for each change; `sharing` names the company's other sites. Throws `InvalidSite`.
 */
export async function changeSite(
  { db, now, cdnHosts }: ChangeContext,
  key: string,
  input: SiteInput,
  unset: readonly string[] = [],
): Promise<{ changes: string[]; sharing: string[] }> {
  return await inTransaction(db, async (trx) => {
    const current = await lockSite(trx, key);
    const { changes, sharing } = await applyInput(
      { db: trx, now, cdnHosts },
      current,
      { input, unset },
      { staffId: null },
    );
    return { changes: changes.map(describeChange), sharing };
  });
}

/** Throws `SiteOutdated` if a value isn't what the caller saw, `InvalidSite` also for a change that takes `ownHost`. */
export async function editSite(
  { db, now, cdnHosts }: ChangeContext,
  key: string,
  edit: { changes: readonly ChangedValue[]; ownHost: string },
  by: ChangedBy,
): Promise<Changed> {
  return await inTransaction(db, async (trx) => {
    const current = await lockSite(trx, key);
    const outdated = findOutdated(current.file, edit.changes);
    if (outdated.length > 0) throw new SiteOutdated(outdated);
    const done = await applyInput({ db: trx, now, cdnHosts }, current, inputOf(current.file, edit.changes), by);
    const before = [current.site.settings.domain, ...current.file.hosts];
    const after = await describeSite(trx, key);
    if (before.includes(edit.ownHost) && after && !hostsOf(after.file).includes(edit.ownHost)) {
      const name = edit.changes.some((change) => change.name === "hosts") ? "hosts" : "domain";
      throw new InvalidSite([{ name, code: "host_in_use", line: `${name}: ${edit.ownHost} is the host of this page` }]);
    }
    return done;
  });
}

/** Puts announced terms in force: sections by keys such as `en.s3`, and settings. Null: the built-in value. */
export async function changeTerms(
  { db, now }: Omit<ChangeContext, "cdnHosts">,
  key: string,
  { texts, settings }: { texts: TermsChanges; settings: SettingChanges },
  staffId: string | null,
): Promise<void> {
  const current = await lockSite(db, key);
  const entries = Object.entries(settings);
  const input = {
    pages: withNextTerms(current.file.pages, texts),
    settings: Object.fromEntries(entries.filter(([, value]) => value !== null)),
  };
  const unset = entries.flatMap(([name, value]) => (value === null ? [name] : []));
  await applyInput({ db, now, cdnHosts: [] }, current, { input, unset }, { staffId, announced: true });
}

/** The terms, and what they promise, can't change at once on a site with members: these are told before (0076). */
export class TermsNeedNotice extends InvalidSite {
  constructor(names: readonly string[]) {
    super(names.map((name) => `${name}: members are told 30 days before. Announce it at /staff/site`));
  }
}

/** Whether a change is one of the terms, or takes away what they promise. */
const isOfTerms = ({ name, before, after }: ChangedValue) =>
  name.startsWith("pages.terms.") || (isSettingKey(name) && !keepsPromise(name, before, after));

export class SiteOutdated extends Error {
  readonly names: readonly string[];
  constructor(names: readonly string[]) {
    super(`changed meanwhile: ${names.join(", ")}`);
    this.names = names;
  }
}

async function lockSite(trx: Db, key: string): Promise<KnownSite> {
  await lockSites(trx);
  return await requireSite(trx, key);
}

/** Validates the site as it would be, saves it, and records the change in the history. */
async function applyInput(
  { db, now, cdnHosts }: ChangeContext,
  { file: current, site }: KnownSite,
  { input, unset }: { input: SiteInput; unset: readonly string[] },
  by: ChangedBy,
): Promise<Changed> {
  const company = await findNamedCompany(db, input.company);
  const described = {
    hosts: input.hosts ?? [...current.hosts, site.settings.domain],
    settings: settingsAfter(current, input, unset),
    company: isRecord(company) ? { ...current.company, ...company } : (company ?? current.company),
    bundles: input.bundles ?? current.bundles,
    pages: input.pages ?? current.pages,
  };
  // a host that was allowed before keeps no other change from being saved
  const installation = { db, cdnHosts: [...cdnHosts, site.settings.cdn_prefix] };
  const file = await readSiteFile(current.key, described, findNotUnset(unset), (parsed, wrong) =>
    findClashes(installation, site.id, parsed, wrong),
  );
  const changes = listChanges(current, file);
  if (changes.length === 0) return { changes, sharing: [] };
  const ofTerms = changes.filter(isOfTerms).map(({ name }) => name);
  if (ofTerms.length > 0 && !by.announced && (await hasMembers(db, site.id))) throw new TermsNeedNotice(ofTerms);
  const { announced: _, ...author } = by;
  await saveHosts(db, site.id, hostsOf(file));
  const unused = Object.keys(current.settings).filter((name) => !(name in file.settings));
  await deleteSettings(db, site.id, unused);
  await saveSettings(db, site.id, file.settings);
  await saveMarkets(db, site.id, file.bundles);
  await savePageTexts(db, site.id, { before: current.pages, after: file.pages, now });
  await insertChange(db, { siteId: site.id, now, changes, ...author });
  const ofCompany = listCompanyChanges(current.company, file.company);
  if (ofCompany.length === 0) return { changes, sharing: [] };
  if (typeof input.company === "string") {
    await setCompany(db, site.id, await ensureCompany({ db, now }, file.company));
    return { changes, sharing: [] };
  }
  await updateCompany(db, site.companyId, file.company);
  const { sites } = await loadSites(db);
  const sharing = sites.filter((each) => each.companyId === site.companyId && each.id !== site.id);
  for (const { id } of sharing) await insertChange(db, { siteId: id, now, changes: ofCompany, staffId: by.staffId });
  return { changes, sharing: sharing.map((each) => each.key) };
}
