import type { Config } from "#server/config/config.ts";
import type { DbPool } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import type { Site } from "#server/site.ts";
import { hashMailbox, isBanned } from "../banned-mailboxes.ts";
import { listMailboxesOf } from "../listed-mailboxes-store.ts";
import type { ImportLine } from "./read-members-file.ts";
import { hasAccount, insertImported, wasImported } from "./store.ts";

/** What becomes of a line: `before`: another line or an earlier import had this mailbox. */
type Outcome = "imported" | "before" | "member" | "banned";
export type Outcomes = Record<Outcome, number>;

type Importing = {
  db: DbPool;
  services: { config: Pick<Config, "secret" | "installations"> };
  site: Pick<Site, "id" | "settings">;
  source: string;
  now: Date;
  /** Changes nothing, and answers what an import would do. */
  dry: boolean;
};

async function importLine(importing: Importing, seen: Set<string>, line: ImportLine): Promise<Outcome> {
  const { db, services, site, source, now, dry } = importing;
  const { email, details } = line;
  const [mailbox = ""] = await listMailboxesOf(db, [email]);
  if (seen.has(mailbox)) return "before";
  seen.add(mailbox);
  if (await isBanned({ db, services }, site.id, email)) return "banned";
  if (await hasAccount(db, site.id, mailbox)) return "member";
  const hash = hashMailbox(services.config, site.id, mailbox);
  if (dry) return (await wasImported(db, site.id, hash)) ? "before" : "imported";
  const language = line.language ?? site.settings.domain_language;
  const row = { siteId: site.id, hash, email, language, source, details, now };
  // a row alone is whole, so an import that was killed goes on with the next one
  return (await inTransaction(db, (trx) => insertImported(trx, row))) ? "imported" : "before";
}

/** Imports the people of a file, who are asked by email. Run twice, it imports each mailbox once. */
export async function importMembers(importing: Importing, lines: readonly ImportLine[]): Promise<Outcomes> {
  const outcomes: Outcomes = { imported: 0, before: 0, member: 0, banned: 0 };
  const seen = new Set<string>();
  for (const line of lines) outcomes[await importLine(importing, seen, line)] += 1;
  return outcomes;
}
