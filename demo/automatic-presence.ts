import type { Db } from "#server/db/pool.ts";
import { hash } from "./random.ts";

/** An automatic member is active for this long, and away for seven times as long: one in eight is active. */
const stayMinutes = 10;
const turns = 8;

/** Whether an automatic member is active now: each takes a turn, which begins at a different minute for each id. */
export function isActiveNow(id: string, now: Date): boolean {
  const round = stayMinutes * turns;
  const minute = Math.floor(now.getTime() / 60_000);
  return (minute + (hash(id) % round)) % round < stayMinutes;
}

/**
 * Marks some automatic members of the demo sites active, so that members are online on a site that was started an hour
 * ago (D12.1). No others are changed: a fictional profile is never online (D11.1). Answers the ids.
 */
export async function markAutomaticActive(world: {
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
  const here = all.map(({ id }) => id).filter((id) => isActiveNow(id, world.now));
  await world.mark(here);
  return here;
}
