import { sql } from "kysely";
import { addDays, dayOf } from "#contract/days.ts";
import { hourMs } from "#contract/durations.ts";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/pool.ts";
import { mailboxKey } from "#server/features/visibility/index.ts";
import { insertAll } from "./insert.ts";

/** A demo login, and members: the first two are saved, the third is "not for me". */
export type Keeper = { id: string; about: readonly string[] };

type World = { siteId: number; config: Pick<Config, "secret">; now: Date };

const note = "Has the best photos. Ask where they were taken.";

/** Addresses of no one: who hides from them in the demo hides no other demo member. */
const contacts = ["boss", "neighbour", "cousin"].map((name) => `${name}@example.invalid`);

/**
 * Those that members saved or left out of their search (R11.05), the contacts that they hide from (R11.04), and a date
 * that a friend knows of (R12.03).
 */
export async function insertPrivate(db: Db, keepers: readonly Keeper[], { siteId, config, now }: World): Promise<void> {
  const site = { site_id: siteId, created_at: now };
  await insertAll(
    db,
    "member_marks",
    keepers.flatMap(({ id: owner_id, about }) =>
      about.slice(0, 3).map((about_id, place) => {
        const hidden = place === 2;
        return { ...site, owner_id, about_id, hidden, note: hidden ? "" : note };
      }),
    ),
  );
  await insertAll(
    db,
    "hidden_contacts",
    keepers.flatMap(({ id: member_id }) =>
      contacts.map((address) => ({ ...site, member_id, contact_key: mailboxKey(config, siteId, address) })),
    ),
  );
  await insertDates(db, keepers, { siteId, now });
}

/** Each login meets the first member who is a person: there is no date with an invented profile. */
async function insertDates(db: Db, keepers: readonly Keeper[], { siteId, now }: Pick<World, "siteId" | "now">) {
  const people = await db
    .selectFrom("profiles")
    .select(["member_id", "name"])
    .where("member_id", "=", sql<string>`any(${keepers.flatMap(({ about }) => about)}::uuid[])`)
    .where("fictional", "=", false)
    .execute();
  const nameOf = new Map(people.map(({ member_id, name }) => [member_id, name]));
  // tomorrow evening
  const starts_at = new Date(`${addDays(dayOf(now), 1)}T18:30:00Z`);
  const hoursLater = (count: number) => new Date(starts_at.getTime() + count * hourMs);
  const times = { starts_at, remind_at: hoursLater(4), ends_at: hoursLater(24), created_at: now };
  const words = { place: "Café at the old harbour, on the terrace", note: "I’m taking the tram home.", friend: "Sam" };
  await insertAll(
    db,
    "shared_dates",
    keepers.flatMap(({ id: owner_id, about }) =>
      about
        .filter((other) => nameOf.has(other))
        .slice(0, 1)
        .map((other_id) => {
          const other_name = nameOf.get(other_id) ?? "";
          return { owner_id, other_id, other_name, site_id: siteId, time_zone: "Europe/London", ...times, ...words };
        }),
    ),
  );
}
