import type { Db } from "#server/db/pool.ts";
import { hash } from "./random.ts";

/** An automatic member is here for so many minutes, and so many times as long away: one in eight is here. */
const stayMinutes = 10;
const turns = 8;

/** Whether somebody is here at a moment: each in turn, the first minute of the stay another one for each id. */
export function isHere(id: string, now: Date): boolean {
  const round = stayMinutes * turns;
  const minute = Math.floor(now.getTime() / 60_000);
  return (minute + (hash(id) % round)) % round < stayMinutes;
}

/**
 * Lets some automatic members of the demo sites be here, so that somebody is online on a site that was started an hour
 * ago (D12.1). Nobody else is touched: a fictional profile is never here (D11.1). Answers who is.
 */
export async function beHere(world: {
  db: Db;
  now: Date;
  mark(memberIds: readonly string[]): Promise<unknown>;
}): Promise<string[]> {
  const all = await world.db
    .selectFrom("profiles")
    .innerJoin("sites", "sites.id", "profiles.site_id")
    .select("profiles.member_id as id")
    .where("sites.demo", "=", true)
    .where("profiles.automatic", "=", true)
    .where("profiles.fictional", "=", false)
    .where("profiles.listed", "=", true)
    .execute();
  const here = all.map(({ id }) => id).filter((id) => isHere(id, world.now));
  await world.mark(here);
  return here;
}
