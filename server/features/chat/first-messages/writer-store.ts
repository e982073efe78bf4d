import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { type Recipient, recipientColumns, type Writer, writerColumns } from "#server/features/profiles/index.ts";

export type FirstWriting = { writer: Writer; recipient: Recipient; invited: boolean };

/**
 * The writer and the recipient of a first message, members of one site; undefined if either is not there, or the
 * recipient lets everyone write. `invited`: the recipient likes the writer. With `lock` the recipient's wishes stay as
 * they are until the transaction ends.
 */
export async function findFirstWriting(
  db: Db,
  siteId: number,
  { from, to, lock }: { from: string; to: string; lock: boolean },
): Promise<FirstWriting | undefined> {
  const recipients = db
    .selectFrom("profiles")
    .select(recipientColumns)
    .select(
      sql<boolean>`exists (select from likes where from_id = ${to} and to_id = ${from} and not automatic)`.as(
        "invited",
      ),
    )
    .where("member_id", "=", to)
    .where("site_id", "=", siteId);
  const recipient = await (lock ? recipients.forShare() : recipients).executeTakeFirst();
  if (!recipient) return undefined;
  if (!recipient.only_fitting_write && !recipient.only_verified_write) return undefined;
  const writer = await db
    .selectFrom("profiles")
    .select(writerColumns)
    .where("member_id", "=", from)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
  const { invited, ...wishes } = recipient;
  return writer && { writer, recipient: wishes, invited };
}
