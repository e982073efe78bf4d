import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Config } from "#server/config/config.ts";
import { readColumns } from "#server/db/moved-tables.ts";
import type { Db } from "#server/db/pool.ts";
import { findMoveState } from "#server/db/site-moves.ts";
import { findSite, type Installation, type Moving, type SiteRow } from "./moving.ts";

export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export const placesOf = async (db: Db) =>
  (await db.selectFrom("places_loaded").select("checksum").executeTakeFirst())?.checksum;

/** What rows mean nothing without: hashes and sealed values, browsers' pushes, what a provider knows of payments. */
const sharedSettings: Record<string, (config: Config) => unknown> = {
  SECRET: (config) => config.secret,
  VAPID_PUBLIC_KEY: (config) => config.vapid?.publicKey,
  MOLLIE_API_KEY: (config) => config.mollie?.key,
  GENESIS_URL: (config) => config.genesis,
};

/** What the two installations have to have in common. */
export async function findUnlike({ from, to }: Moving): Promise<string[]> {
  const problems: string[] = [];
  const same = async (read: (db: Db) => Promise<unknown>) => isDeepStrictEqual(await read(from.db), await read(to.db));
  if (!(await same(listMigrations)) || !(await same(readColumns)))
    problems.push("The two installations are of different versions: upgrade one of them first.");
  else if (!(await same(placesOf))) problems.push("The two have different places: start the other installation once.");
  for (const [name, read] of Object.entries(sharedSettings)) {
    if (!isDeepStrictEqual(read(from.config), read(to.config)))
      problems.push(`${name} differs: passwords' links, bans, sessions or payments would mean nothing there.`);
  }
  if (haveOneStore({ from, to })) problems.push(oneStore);
  return problems;
}

const storeOf = ({ config: { storage, dataDir } }: Installation) => storage ?? dataDir;
export const haveOneStore = ({ from, to }: Pick<Moving, "from" | "to">) =>
  isDeepStrictEqual(storeOf(from), storeOf(to));
export const oneStore = "Both have the same file store.";

/** What is in the way of the site's rows at the other installation. */
async function findTaken({ from, to }: Moving, site: SiteRow): Promise<string[]> {
  const problems: string[] = [];
  const shared = await from.db
    .selectFrom("sites")
    .select("key")
    .where("company_id", "=", site.company_id)
    .where("id", "<>", site.id)
    .execute();
  if (shared.length > 0) {
    const others = shared.map(({ key }) => key).join(", ");
    problems.push(`Its company also runs ${others}, and receipts are numbered by company: set company=new for it.`);
  }
  const hosts = from.db.selectFrom("site_hosts").select("host").where("site_id", "=", site.id);
  const names = (await hosts.execute()).map(({ host }) => host);
  const usedHosts = to.db.selectFrom("site_hosts").select("host").where("site_id", "<>", site.id);
  const usedThere = names.length === 0 ? [] : await usedHosts.where("host", "in", names).execute();
  if (usedThere.length > 0) problems.push(`Another site there has ${usedThere.map(({ host }) => host).join(", ")}.`);
  const copy = await findSite(to.db, site.id);
  if (copy !== undefined) {
    if (copy.key !== site.key)
      problems.push(`The site ${copy.key} has the number ${site.id} there: see npm run site -- numbers.`);
    else if ((await findMoveState(to.db, site.id)) === null) problems.push("The other installation has it already.");
    return problems;
  }
  const key = await to.db.selectFrom("sites").select("key").where("key", "=", site.key).executeTakeFirst();
  if (key) problems.push(`The other installation has another site ${site.key}.`);
  const companies = async (db: Db) =>
    new Map(
      (await sql<{ id: number; says: string }>`select id, c::text as says from companies c`.execute(db)).rows.map(
        ({ id, says }) => [id, says],
      ),
    );
  const [own, there] = [await companies(from.db), await companies(to.db)];
  const receipts = from.db.selectFrom("receipts").select("company_id").distinct().where("site_id", "=", site.id);
  const ids = new Set([site.company_id, ...(await receipts.execute()).map(({ company_id }) => company_id)]);
  const running = await to.db.selectFrom("sites").select("key").where("company_id", "=", site.company_id).execute();
  if (running.length > 0) {
    const others = running.map(({ key: other }) => other).join(", ");
    problems.push(`The company with the number ${site.company_id} runs ${others} there.`);
  }
  for (const id of ids) {
    if (there.has(id) && there.get(id) !== own.get(id))
      problems.push(`Another company has the number ${id} there: see npm run site -- numbers.`);
  }
  return problems;
}

/** Throws all that is wrong at once. */
export async function assertMovable(moving: Moving, site: SiteRow): Promise<void> {
  const removal = moving.from.db.selectFrom("site_removals").select("site_id").where("site_id", "=", site.id);
  const problems = [
    ...(await findUnlike(moving)),
    ...((await removal.executeTakeFirst()) ? [`${site.key} is being removed.`] : []),
  ];
  // the tables of another version may lack what is asked next
  if (problems.length === 0) problems.push(...(await findTaken(moving, site)));
  if (problems.length > 0) throw new Error(problems.join("\n"));
}
