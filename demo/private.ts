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

/** Those that members saved or left out of their search (R11.05), and the contacts that they hide from (R11.04). */
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
}
