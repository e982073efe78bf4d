import { createHmac } from "node:crypto";
import { z } from "zod";
import type { AnswerOf } from "#contract/call.ts";
import type { StaffRole } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { complaintReaders, queueRoles } from "#contract/office.ts";
import type * as contract from "#contract/staff-members.ts";
import {
  membersFound,
  refundRoles,
  type StrangersItem,
  safetyRoles,
  strangersItemsFound,
} from "#contract/staff-members.ts";
import { isUuid } from "#contract/uuid.ts";
import { ageAt, yearsBefore } from "#server/ages.ts";
import { type Config, keyFor } from "#server/config/config.ts";
import type { Unlocked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import { findComplaintsOfStrangers, findNoticesBy, readNumber } from "#server/features/moderation/index.ts";
import { maskPhone, parseNumber, readNationalPhone } from "#server/features/payments/index.ts";
import { foldName } from "#server/features/sites/index.ts";
import { encodeCursor, pageOf, readCursor } from "#server/http/cursor.ts";
import { failFields } from "#server/http/fail.ts";
import type { Staff } from "#server/http/handle.ts";
import { uuidRange } from "#server/lib/uuid-range.ts";
import type { StoredSite } from "#server/site.ts";
import { ibanEndOf, ibanKeysOf } from "../money/find-debits.ts";
import { searchPayments } from "../money/search-payments.ts";
import { filePath } from "../serve-files.ts";
import { chooseSites, listSitesOf } from "../sites/choose-site.ts";
import type { AuditEntry } from "../staff/audit.ts";
import {
  findMatchingMembers,
  findSimilarNames,
  type MemberSearch,
  nameLettersOf,
  type TextMeanings,
} from "./find-store.ts";
import { isSimilarName, nameDistance, shortestSimilar } from "./similar-names.ts";

type Query = z.output<(typeof contract.findMembers)["body"]>;

const shortestPhone = 7;

/** The forms in which a phone number may be stored: in full while codes go to it, masked later. */
function phonesOf(text: string, countries: readonly string[]): string[] {
  const digits = text.replace(/[\s()./-]/g, "").replace(/^00/, "+");
  if (!/^\+?\d+$/.test(digits) || digits.length < shortestPhone) return [];
  const full = digits.startsWith("+") ? digits : `+${digits}`;
  return [full, ...readNationalPhone(digits, countries)].flatMap((phone) => [phone, maskPhone(phone)]);
}

/** The countries from which one can sign up on one of the sites. */
export const countriesOf = (sites: readonly Pick<StoredSite, "settings">[]): string[] =>
  [...new Set(sites.flatMap(({ settings }) => settings.countries))].sort();

function meaningsOf(config: Pick<Config, "secret">, sites: readonly StoredSite[], text: string): TextMeanings {
  return {
    uuid: isUuid(text) ? text : null,
    reports: uuidRange(text),
    receipt: parseNumber(text),
    email: canonicalAddress(text) ?? null,
    nameKey: nameLettersOf(text),
    phones: phonesOf(text, countriesOf(sites)),
    ibanKeys: ibanKeysOf(config, sites, text),
    ibanEnd: ibanEndOf(text),
    typed: text,
  };
}

function townOf(text: string, countries: readonly string[]) {
  const key = foldName(text);
  if (key === "") throw failFields({ town: "invalid" });
  return { key, countries };
}

const reportReaders: readonly StaffRole[] = queueRoles.reports;

/** Complaints and notices of people without an account, by their number or address. */
async function findOfStrangers(db: Db, { role, sites }: Pick<Staff, "role" | "sites">, text: string) {
  const email = canonicalAddress(text) ?? null;
  const named = { email, sites, limit: strangersItemsFound };
  const [complaints, notices] = await Promise.all([
    complaintReaders.includes(role) ? findComplaintsOfStrangers(db, { ...named, number: readNumber(text) }) : [],
    reportReaders.includes(role)
      ? findNoticesBy(db, { ...named, state: undefined, named: { ids: uuidRange(text), email } })
      : [],
  ]);
  return [
    ...complaints.map((row) => ({ ...row, kind: "complaint" as const })),
    ...notices.map((row) => ({ ...row, kind: "notice" as const, number: row.id })),
  ].map(
    ({ kind, id, number, site, created_at: at }): StrangersItem => ({ kind, id, number, site, at: at.toISOString() }),
  );
}

/** How many names are compared letter by letter, and how many similar ones are offered. */
const namesCompared = 50;
const namesOffered = 5;

/** The members with names like this one, by the same filters, the most similar first. */
async function findSimilar(db: Unlocked, search: MemberSearch, staff: Pick<Staff, "sites">) {
  const { nameKey: key = "" } = search.text ?? {};
  if ([...key].length < shortestSimilar) return [];
  const names = (await findSimilarNames(db, key, staff.sites, namesCompared))
    .filter(({ name }) => isSimilarName(key, name))
    .sort((a, b) => nameDistance(key, a.name) - nameDistance(key, b.name));
  if (names.length === 0) return [];
  const ids = names.map(({ id }) => id);
  const rows = await findMatchingMembers(db, { ...search, text: null, ids, limit: namesCompared });
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).slice(0, namesOffered);
}

/** The payment that a text names by any number of it, for the roles that open its page. */
async function findPaymentNamed(db: Db, staff: Pick<Staff, "role" | "sites">, text: string): Promise<string | null> {
  if (!refundRoles.includes(staff.role)) return null;
  const { payments } = await searchPayments(db, staff, { number: text });
  const [only, ...others] = payments;
  return only && others.length === 0 ? only.payment_id : null;
}

const end = z.tuple([z.boolean(), z.iso.datetime(), z.uuid()]);

/** Finds members by a text and filters. Photos are for the roles that see them in a member's file. */
export async function findMembers(
  db: Unlocked,
  config: Pick<Config, "secret">,
  query: Query,
  staff: Pick<Staff, "role" | "sites">,
  now: Date,
): Promise<AnswerOf<typeof contract.findMembers>> {
  const { text, domain, device, site, country, town, gender, status, premium, since, until, cursor } = query;
  const { min_age: minAge, max_age: maxAge } = query;
  const after = readCursor(end, cursor);
  const sites = await listSitesOf(db, staff.sites);
  const search: MemberSearch = {
    text: text === "" ? null : meaningsOf(config, sites, text),
    domain,
    device,
    siteIds: site === undefined ? staff.sites : (await chooseSites(db, staff, site)).ids,
    country,
    town: town === undefined ? null : townOf(town, country === undefined ? countriesOf(sites) : [country]),
    gender,
    born: {
      until: minAge === undefined ? null : yearsBefore(now, minAge),
      after: maxAge === undefined ? null : yearsBefore(now, maxAge + 1),
    },
    status,
    premium,
    from: since === undefined ? null : new Date(since),
    until: until === undefined ? null : new Date(Date.parse(until) + dayMs),
    after: after && { exact: after[0], createdAt: new Date(after[1]), id: after[2] },
    limit: membersFound + 1,
  };
  const rows = await findMatchingMembers(db, search);
  const strangers = text === "" || after ? [] : await findOfStrangers(db, staff, text);
  const payment = text === "" || after ? null : await findPaymentNamed(db, staff, text);
  const isNothing = text !== "" && !after && rows.length + strangers.length === 0;
  const similar = isNothing ? await findSimilar(db, search, staff) : [];
  const { page, last } = pageOf(isNothing ? similar : rows, membersFound);
  const seesPhotos = safetyRoles.includes(staff.role);
  return {
    strangers,
    payment,
    similar: similar.length > 0,
    members: page.map(({ photos, exact: _exact, created_at, date_of_birth, ...row }) => ({
      ...row,
      age: ageAt(date_of_birth, now),
      created_at: created_at.toISOString(),
      images: seesPhotos ? photos.map((photo) => filePath("listed", photo)) : [],
    })),
    cursor: last ? encodeCursor([last.exact, last.created_at.toISOString(), last.id]) : null,
  };
}

/** What staff searched for, for the audit log: the same text has the same hash, which tells nothing without the key. */
export function hashSearch(secret: string, text: string): string {
  const normal = text.normalize("NFKC").trim().toLowerCase();
  return createHmac("sha256", keyFor(secret, "staff-search")).update(normal).digest("hex").slice(0, 16);
}

/** What may tell who is meant is logged as a hash; each page of a search is an entry of its own. */
export function describeSearch(secret: string, query: Query, matches: number): AuditEntry {
  const { text, domain, device, town, cursor, ...open } = query;
  const filters = Object.fromEntries(Object.entries(open).filter(([, value]) => value !== undefined));
  const words = Object.entries({ domain, device, town, cursor, ...filters }).filter(([, value]) => value !== undefined);
  const asked = [text, ...words.map(([name, value]) => `${name}=${value}`)].join("\n");
  const hidden = Object.entries({ domain, device, town }).filter(([, value]) => value !== undefined);
  const detail = { found: matches, ...filters, ...Object.fromEntries(hidden.map(([name]) => [name, true])) };
  return { action: "members_searched", subject: `search:${hashSearch(secret, asked)}`, detail };
}
