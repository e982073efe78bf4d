import { sql } from "kysely";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import type { Config } from "#server/config/config.ts";
import type { Unlocked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import { countOdds } from "#server/features/chat/index.ts";
import { countFairDay } from "#server/features/moderation/index.ts";
import { type SiteAndCompany, siteAndCompany } from "#server/features/sites/index.ts";
import { chatsAmong, insertChats } from "./chats.ts";
import { type Country, countries } from "./countries.ts";
import { firstMessagesAmong, firstMessagesNear, insertPast, setRecipients } from "./first-messages.ts";
import { insertPeople } from "./inhabitants.ts";
import { insertSigns, likesAmong, visitsOf } from "./likes.ts";
import { peopleWhoLogIn, welcomeTies } from "./logins.ts";
import { insertPartner, insertSettlements } from "./partner.ts";
import { demoPassword } from "./password.ts";
import { insertPayments, type SiteAddress } from "./payments.ts";
import { type Person, peopleOf } from "./people.ts";
import { type AddPhoto, loadMainPhotos } from "./photos.ts";
import { insertPrivate } from "./private.ts";
import { insertSources } from "./sources.ts";
import { withTowns } from "./towns.ts";
import { insertWallets } from "./wallets.ts";

/** The seed of the demo world: the same people in every installation. */
export const demoSeed = "rendezvous";
export const membersInAll = 400;
/** The share of members that the first of several sites gets. */
export const firstSiteShare = 0.75;

export type DemoWorld = {
  db: Db;
  config: SiteAddress & Pick<Config, "secret">;
  addPhoto: AddPhoto;
  now: Date;
  seed: string;
  /** The demo sites; the first gets most of the members, and the logins. */
  siteIds: readonly number[];
  /** How many members in total; fewer for tests. */
  members?: number;
  /** How many members get a main photo; all by default. */
  portraits?: number;
  log(line: string): void;
};

type Site = SiteAndCompany["site"];

/**
 * Fills the demo sites with invented members, their likes and chats, the same every time for a seed, and gives each
 * member their main photo (D12.1). A filled site stays as it is. Refuses a site that is not a demo site, and
 * one with members that are not of the demo world. `loadMorePhotos` adds the other photos. Returns whether it filled
 * any.
 */
export async function loadDemoWorld(world: DemoWorld): Promise<boolean> {
  const { db, siteIds, members = membersInAll, log } = world;
  const sites = await Promise.all(siteIds.map(async (id) => (await siteAndCompany(db, id)).site));
  const passwordHash = await hashPassword(demoPassword);
  const loaded = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('demo world'))`.execute(trx);
    let some = false;
    for (const [index, site] of sites.entries()) {
      if (await isLoaded(trx, site)) continue;
      const others = (1 - firstSiteShare) / (sites.length - 1);
      const share = sites.length === 1 ? 1 : index === 0 ? firstSiteShare : others;
      await loadSite(trx, world, { site, count: Math.round(members * share), first: index === 0, passwordHash });
      if (index === 0) await insertPartner(trx, site.id, world.now);
      some = true;
    }
    if (some) await insertSettlements(trx, world.now);
    return some;
  });
  if (loaded) await countPast(db, world.now);
  if (loaded) log(`Invented ${members} members for the demo sites; drawing their portraits takes some seconds.`);
  await loadMainPhotos(world, world.portraits);
  return loaded;
}

/** Counts the figures of `/fair` as they were at the ends of the last months, and yesterday (R10.04). */
async function countPast(db: Db, now: Date): Promise<void> {
  const monthEnds = [3, 2, 1, 0].map((back) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 0));
  for (const day of [...monthEnds, now.getTime() - dayMs]) await countFairDay(db, dayOf(new Date(day)));
}

/** Whether the site is filled already. Throws if it must not be filled. */
async function isLoaded(db: Db, site: Site): Promise<boolean> {
  if (!site.demo) throw new Error(`Site "${site.key}" is not a demo site: the demo world is not loaded into it.`);
  const { invented, others } = await db
    .selectFrom("accounts")
    .select([
      sql<number>`count(*) filter (where email like '%@demo.invalid')`.as("invented"),
      sql<number>`count(*) filter (where email not like '%@demo.invalid')`.as("others"),
    ])
    .where("site_id", "=", site.id)
    .executeTakeFirstOrThrow();
  if (invented > 0) return true;
  if (others > 0)
    throw new Error(`Site "${site.key}" has members already: the demo world is never loaded beside them.`);
  return false;
}

type Filling = { site: Site; count: number; first: boolean; passwordHash: string };

async function loadSite(
  db: Unlocked,
  { config, seed, now }: DemoWorld,
  { site, count, first: isFirst, passwordHash }: Filling,
): Promise<void> {
  const among = site.settings.countries.filter((code): code is Country => code in countries);
  const siteSeed = `${seed} ${site.key}`;
  const invented = peopleOf({ seed: siteSeed, count, countries: among, now });
  const logins = isFirst ? peopleWhoLogIn(seed, now) : [];
  const everyone: Person[] = [...invented, ...logins];
  const people = (await withTowns(db, everyone)).map((person) => ({ ...person, siteId: site.id }));
  await insertPeople(db, people, passwordHash);
  const welcomes = logins.map((who) => welcomeTies(seed, who, invented, now));
  const likes = likesAmong(siteSeed, invented, now);
  await insertSigns(db, site.id, {
    likes: [...likes, ...welcomes.flatMap((welcome) => welcome.likes)],
    visits: [...visitsOf(likes, now), ...welcomes.flatMap((welcome) => welcome.visits)],
  });
  const keepers = logins.map(({ id }, index) => ({
    id,
    about: (welcomes[index]?.visits ?? []).map(({ visitor }) => visitor.id),
  }));
  await insertPrivate(db, keepers, { siteId: site.id, config, now });
  const chats = chatsAmong(siteSeed, likes, Math.round(count * 0.375), now);
  const allChats = [...chats, ...welcomes.flatMap((welcome) => welcome.chats)];
  const first = firstMessagesNear(siteSeed, { logins, people: invented, chats: allChats, now });
  const spent = await insertChats(db, site.id, [...allChats, ...first.chats]);
  const past = await insertPast(
    db,
    site.id,
    firstMessagesAmong(siteSeed, invented, [...allChats, ...first.chats], now),
  );
  await insertSources(db, site.id, invented);
  const paid = await insertPayments(db, site, { config, seed: siteSeed, people: invented, now, isFirst });
  await insertWallets(db, people, [...spent, ...past, ...paid]);
  await setRecipients(db, first.recipients, now);
  await countOdds(db, now);
}
