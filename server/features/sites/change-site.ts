import { z } from "zod";
import { addDays, dayOf } from "#contract/days.ts";
import { type SettingChanges, type TermsChanges, withNextTerms } from "#contract/next-terms.ts";
import type { AnyTrx, Unlocked } from "#server/db/locks.ts";
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
import { chooseCompany, ensureCompany, saveCompany } from "./company.ts";
import { describeSite, type KnownSite, requireSite } from "./describe-site.ts";
import { findClashes } from "./find-clashes.ts";
import { type ChangedValue, describeChange, findOutdated, inputOf, listChanges } from "./list-changes.ts";
import { saveMarkets } from "./markets.ts";
import { saveOwnTexts } from "./page-text-store.ts";
import { seedCodes, standardMarkets } from "./seed-sales.ts";
import { InvalidSite, isSettingKey, type Problem, readSiteFile, type SiteFile, type SiteInput } from "./site-file.ts";
import { deleteSettings, hasMembers, insertSite, lockSites, saveHosts, saveSetting } from "./sites-store.ts";

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
    const current = await describeSite(trx, key);
    const chosen = await chooseCompany(trx, current, input);
    const countries = Array.isArray(settings.countries) ? settings.countries : settingDefinitions.countries.default;
    const bundles = input.bundles ?? standardMarkets(countries);
    const absent = missing.map(
      (name): Problem => ({ name, code: "required", line: `${name}: is missing, every site needs its own` }),
    );
    const described = { ...input, settings, company: chosen.company, bundles };
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
      company_id: chosen.id ?? (await ensureCompany(trx, file.company, now)),
      created_at: now,
    });
    await saveHosts(trx, id, hostsOf(file));
    await saveSettings(trx, id, file.settings);
    await saveMarkets(trx, id, file.bundles);
    await saveOwnTexts(trx, id, { before: { pages: {}, words: {} }, after: file, now });
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
type Changed = { changes: ChangedValue[]; sharing: readonly string[] };

/**
 * A former domain stays one of the site's hosts unless `hosts` are given, so that links in sent emails still work.
 * `alsoOn` names the other sites of a company that is changed. Returns a line for each change. Throws `InvalidSite`.
 */
export async function changeSite(
  { db, now, cdnHosts }: ChangeContext,
  key: string,
  input: SiteInput,
  { unset = [], alsoOn = [] }: { unset?: readonly string[]; alsoOn?: readonly string[] } = {},
): Promise<{ changes: string[]; sharing: readonly string[] }> {
  return await inTransaction(db, async (trx) => {
    const current = await lockSite(trx, key);
    const { changes, sharing } = await applyInput(
      { db: trx, now, cdnHosts },
      current,
      { input, unset, alsoOn },
      { staffId: null },
    );
    return { changes: changes.map(describeChange), sharing };
  });
}

type Edit = {
  changes: readonly ChangedValue[];
  /** The other sites that a change of the company may change too: exactly those that share it. */
  alsoOn: readonly string[];
  ownHost?: string | undefined;
};

/** Throws `SiteOutdated` if a value isn't what the caller saw, `InvalidSite` also for a change that takes `ownHost`. */
export async function editSite(
  { db, now, cdnHosts }: ChangeContext,
  key: string,
  edit: Edit,
  by: ChangedBy,
): Promise<Changed> {
  return await inTransaction(db, async (trx) => {
    const current = await lockSite(trx, key);
    const outdated = findOutdated(current, edit.changes);
    if (outdated.length > 0) throw new SiteOutdated(outdated);
    const input = { ...inputOf(current.file, edit.changes), alsoOn: edit.alsoOn };
    const done = await applyInput({ db: trx, now, cdnHosts }, current, input, by);
    const { ownHost } = edit;
    const before = [current.site.settings.domain, ...current.file.hosts];
    const after = await describeSite(trx, key);
    if (ownHost !== undefined && before.includes(ownHost) && after && !hostsOf(after.file).includes(ownHost)) {
      const name = edit.changes.some((change) => change.name === "hosts") ? "hosts" : "domain";
      throw new InvalidSite([{ name, code: "host_in_use", line: `${name}: ${ownHost} is the host of this page` }]);
    }
    return done;
  });
}

/** Puts announced terms in force: sections by keys such as `en.s3`, and settings. Null: the built-in value. */
export async function changeTerms(
  { db, now }: { db: AnyTrx; now: Date },
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
  await applyInput({ db, now, cdnHosts: [] }, current, { input, unset, alsoOn: [] }, { staffId, announced: true });
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

/** Members of a site that closes need so many days to come for their data and money. */
const daysToLeave = 14;

function assertTimeToLeave(changes: readonly ChangedValue[], now: Date): void {
  const day = changes.find(({ name }) => name === "closed_until")?.after;
  if (typeof day !== "string" || day === "" || day >= addDays(dayOf(now), daysToLeave)) return;
  const line = `closed_until: members need ${daysToLeave} days to come for their data and money`;
  throw new InvalidSite([{ name: "closed_until", code: "day_too_early", params: { days: daysToLeave }, line }]);
}

export class SiteOutdated extends Error {
  readonly names: readonly string[];
  constructor(names: readonly string[]) {
    super(`changed meanwhile: ${names.join(", ")}`);
    this.names = names;
  }
}

async function lockSite(trx: AnyTrx, key: string): Promise<KnownSite> {
  await lockSites(trx);
  return await requireSite(trx, key);
}

/** Validates the site as it would be, saves it, and records the change in the history. */
async function applyInput(
  { db, now, cdnHosts }: Omit<ChangeContext, "db"> & { db: AnyTrx },
  before: KnownSite,
  { input, unset, alsoOn }: { input: SiteInput; unset: readonly string[]; alsoOn: readonly string[] },
  by: ChangedBy,
): Promise<Changed> {
  const { file: current, site } = before;
  const chosen = await chooseCompany(db, before, input);
  const described = {
    hosts: input.hosts ?? [...current.hosts, site.settings.domain],
    settings: settingsAfter(current, input, unset),
    company: chosen.company,
    bundles: input.bundles ?? current.bundles,
    pages: input.pages ?? current.pages,
    words: input.words ?? current.words,
  };
  // what was allowed before keeps no other change from being saved
  const installation = { db, cdnHosts: [...cdnHosts, site.settings.cdn_prefix], keptWords: current.words };
  const file = await readSiteFile(current.key, described, findNotUnset(unset), (parsed, wrong) =>
    findClashes(installation, site.id, parsed, wrong),
  );
  const { staffId } = by;
  const ofCompany = await saveCompany({ db, now, staffId }, before, { chosen, company: file.company, alsoOn });
  const { sharing } = ofCompany;
  const changes = [...listChanges({ ...current, company: file.company }, file), ...ofCompany.changes];
  if (changes.length === 0) return { changes, sharing };
  assertTimeToLeave(changes, now);
  const ofTerms = changes.filter(isOfTerms).map(({ name }) => name);
  if (ofTerms.length > 0 && !by.announced && (await hasMembers(db, site.id))) throw new TermsNeedNotice(ofTerms);
  const { announced: _, ...author } = by;
  await saveHosts(db, site.id, hostsOf(file));
  const unused = Object.keys(current.settings).filter((name) => !(name in file.settings));
  await deleteSettings(db, site.id, unused);
  await saveSettings(db, site.id, file.settings);
  await saveMarkets(db, site.id, file.bundles);
  await saveOwnTexts(db, site.id, { before: current, after: file, now });
  await insertChange(db, { siteId: site.id, now, changes, sharing, ...author });
  return { changes, sharing };
}
