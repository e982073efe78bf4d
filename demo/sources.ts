import { dayOf } from "#contract/days.ts";
import type { Db } from "#server/db/pool.ts";
import { originOf } from "#server/features/advertising/index.ts";
import { completeSettings } from "#server/site-settings.ts";
import { insertAll } from "./insert.ts";
import { type Person, uuid } from "./people.ts";
import { dice } from "./random.ts";

/** Links that invented members came by; the others came directly. */
const links = [
  { network: "adnet", ref: "spring", lander: "gallery", sub1: "banner" },
  { network: "adnet", ref: "spring", lander: "gallery", sub1: "text" },
  { network: "meadow", ref: "newsletter" },
] as const;

/** The link by which a person came, so that results and revenue are not empty; null: they came directly. */
export function linkOf({ id }: Pick<Person, "id">) {
  const random = dice(`link ${id}`);
  return random.chance(0.55) ? random.pick(links) : null;
}

/** Inserts where the members of a site came from, with the visits that brought nothing. */
export async function insertSources(db: Db, siteId: number, people: readonly Person[]): Promise<void> {
  const settings = completeSettings([]);
  const came = people.map((person) => {
    const link = linkOf(person);
    const { language, ...tracking } = originOf(settings, link, person.language);
    return { person, tracking, language, isDirect: link === null, day: dayOf(person.createdAt) };
  });
  const sourced = came.filter(({ isDirect }) => !isDirect);
  await insertAll(
    db,
    "signup_tracking",
    sourced.map(({ person, tracking }) => ({ account_id: person.id, created_at: person.createdAt, ...tracking })),
  );
  await insertAll(
    db,
    "conversions",
    came.flatMap(({ tracking, language, day }) =>
      ["signup", "confirmation"].map((step) => ({ site_id: siteId, day, step, language, ...tracking })),
    ),
  );
  await insertAll(
    db,
    "visit_counts",
    came.map(({ person, tracking, language, day }) => {
      const random = dice(`visits ${person.id}`);
      const id = Buffer.from(uuid(random).replaceAll("-", ""), "hex");
      return { site_id: siteId, day, id, language, visits: random.between(4, 25), ...tracking };
    }),
  );
}
