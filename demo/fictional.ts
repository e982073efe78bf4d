import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { maxFictionalProfiles } from "#contract/fictional-profiles.ts";
import type { Db } from "#server/db/pool.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import type { StoredSite } from "#server/site.ts";
import { type Country, countries } from "./countries.ts";
import { insertPeople } from "./inhabitants.ts";
import { type Person, peopleOf } from "./people.ts";
import { withTowns } from "./towns.ts";
import { insertWallets } from "./wallets.ts";

type Site = Pick<StoredSite, "id" | "key" | "settings">;

export async function countFictional(db: Db, siteId: number): Promise<number> {
  const { count } = await db
    .selectFrom("profiles")
    .select((select) => select.fn.countAll<string>().as("count"))
    .where("site_id", "=", siteId)
    .where("fictional", "=", true)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An invented person as a fictional profile: never automatic, never online, without a login. */
const asFictional = (person: Person): Person => ({
  ...person,
  fictional: true,
  automatic: false,
  premium: false,
  credits: 0,
  lastActiveAt: person.createdAt,
});

/**
 * Adds fictional profiles until a site has `count` of them, from those of the site's countries for which we have names
 * and texts. A site always gets the same ones. Returns how many it added. `drawFictional` draws their photos.
 */
export async function addFictional(db: Db, site: Site, count: number, now: Date): Promise<number> {
  const among = site.settings.countries.filter((code): code is Country => code in countries);
  const passwordHash = await hashPassword(randomUUID());
  return await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fictional'), ${site.id})`.execute(trx);
    const standing = await countFictional(trx, site.id);
    if (standing >= count || among.length === 0) return 0;
    const seed = `fictional ${site.key}`;
    const all = peopleOf({ seed, count: maxFictionalProfiles, countries: among, now }).map(asFictional);
    const accounts = await trx.selectFrom("accounts").select(["id", "name"]).where("site_id", "=", site.id).execute();
    const [ids, names] = [
      new Set(accounts.map(({ id }) => id)),
      new Set(accounts.map(({ name }) => name.toLowerCase())),
    ];
    const free = all.filter(({ id, name }) => !ids.has(id) && !names.has(name.toLowerCase()));
    const added = free.slice(0, count - standing);
    const people = (await withTowns(trx, added)).map((person) => ({ ...person, siteId: site.id }));
    await insertPeople(trx, people, passwordHash);
    await insertWallets(trx, people, []);
    // their addresses do not exist, so no mail may be sent to them
    await trx
      .updateTable("accounts")
      .set({ notifications_disabled: ["bounce"] })
      .where(
        "id",
        "in",
        people.map(({ id }) => id),
      )
      .execute();
    return people.length;
  });
}
