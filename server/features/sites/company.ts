import { isDeepStrictEqual } from "node:util";
import type { Db } from "#server/db/pool.ts";
import type { StoredSite } from "#server/site.ts";
import { insertChange } from "./change-store.ts";
import { companyOf, describeSite, type KnownSite } from "./describe-site.ts";
import { type ChangedValue, listCompanyChanges } from "./list-changes.ts";
import { type Company, InvalidSite, ownCompany, type SiteInput, storedCompany } from "./site-file.ts";
import { insertCompany, listCompanies, listSites, setCompany, updateCompany } from "./sites-store.ts";

/** `id`: null for a company that is not stored yet. `company` is not validated. */
type ChosenCompany = { id: number | null; company: unknown };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const refuse = (name: string, what: string) =>
  new InvalidSite([{ name, code: "unknown_option", line: `${name}: ${what}` }]);

/** The other sites that a company runs: a change of it changes them too. */
const sitesOf = (sites: readonly StoredSite[], companyId: number, but: number) =>
  sites.filter((each) => each.companyId === companyId && each.id !== but);

async function findStored(db: Db, runBy: unknown): Promise<{ id: number; company: Company }> {
  if (typeof runBy === "string") {
    const named = await describeSite(db, runBy);
    if (!named) throw refuse("company", `there is no site ${runBy} whose company could run this one too.`);
    return { id: named.site.companyId, company: named.file.company };
  }
  const id = storedCompany.safeParse(runBy).data?.id;
  const row = (await listCompanies(db)).find((each) => each.id === id);
  if (!row) throw refuse("company", "this company is not stored.");
  return { id: row.id, company: companyOf(row) };
}

/** The company that an input asks for; `current`: the site as it is, undefined for a new one. Throws `InvalidSite`. */
export async function chooseCompany(
  db: Db,
  current: KnownSite | undefined,
  { run_by: runBy, company = {} }: SiteInput,
): Promise<ChosenCompany> {
  const completed = (base: object) => (isRecord(company) ? { ...base, ...company } : company);
  const present = current?.file.company ?? {};
  if (runBy === undefined) return { id: current?.site.companyId ?? null, company: completed(present) };
  if (runBy === ownCompany) {
    const isOwn = current && sitesOf(await listSites(db), current.site.companyId, current.site.id).length === 0;
    return { id: isOwn ? current.site.companyId : null, company: completed(present) };
  }
  const target = await findStored(db, runBy);
  const [field] = isRecord(company) ? Object.keys(company) : [];
  // else an undo could not tell which of both companies had the former value
  if (field !== undefined && target.id !== current?.site.companyId) {
    throw refuse(`company.${field}`, "let the company run this site first, then change it.");
  }
  return { ...target, company: completed(target.company) };
}

/** The id of a stored company that equals this one in every field, or of a new row. */
export async function ensureCompany(db: Db, company: Company, now: Date): Promise<number> {
  const same = (await listCompanies(db)).find((row) => listCompanyChanges(companyOf(row), company).length === 0);
  return same?.id ?? (await insertCompany(db, company, now));
}

type Wanted = {
  chosen: ChosenCompany;
  company: Company;
  /** The other sites that the caller was told of. */
  alsoOn: readonly string[];
};
type Saved = {
  changes: ChangedValue[];
  /** The other sites that changed too. */
  sharing: readonly string[];
};

/** The company runs other sites than the caller named, which would change too. */
export class CompanyShared extends InvalidSite {
  readonly names: readonly string[];
  constructor(changes: readonly ChangedValue[], company: string, sites: readonly string[]) {
    const names = changes.map(({ name }) => name);
    const todo = `add --also ${sites.join(",")} to change it there too, or company=${ownCompany} to change it here only`;
    super([`${names.join(", ")}: ${company} also runs ${sites.join(", ")}: ${todo}`]);
    this.names = names;
  }
}

/**
 * The only way to change what a stored company is, or which one runs a site. Throws `CompanyShared` unless `alsoOn`
 * are exactly the other sites that change with it; these get the change into their history.
 */
export async function saveCompany(
  { db, now, staffId }: { db: Db; now: Date; staffId: string | null },
  { site, file }: KnownSite,
  { chosen, company, alsoOn }: Wanted,
): Promise<Saved> {
  const id = chosen.id ?? (await insertCompany(db, company, now));
  if (id !== site.companyId) {
    await setCompany(db, site.id, id);
    const before = { id: site.companyId, name: file.company.name };
    return { changes: [{ name: "company", before, after: { id, name: company.name } }], sharing: [] };
  }
  const changes = listCompanyChanges(file.company, company);
  if (changes.length === 0) return { changes, sharing: [] };
  const others = sitesOf(await listSites(db), id, site.id);
  const sharing = others.map((each) => each.key);
  if (!isDeepStrictEqual([...sharing].sort(), [...alsoOn].sort())) {
    throw new CompanyShared(changes, file.company.name, sharing);
  }
  await updateCompany(db, id, company);
  for (const other of others) {
    const rest = [site.key, ...sharing.filter((key) => key !== other.key)];
    await insertChange(db, { siteId: other.id, now, changes, staffId, sharing: rest });
  }
  return { changes, sharing };
}
