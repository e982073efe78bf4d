import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/pool.ts";
import type { ComputedColumn } from "#server/db/site-tables.ts";
import { hashMailbox } from "#server/features/account/index.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import { hashText } from "#server/features/chat/index.ts";
import { keyOfUse } from "#server/features/credits/index.ts";
import { phoneKey } from "#server/features/visibility/index.ts";

type Filling = { db: Db; config: Config; siteId: number };

/** Sets a column of a table, row by row. `rows`: where each is (`place`, its ctid), and what its value follows from. */
async function compute<R extends { place: string }>(
  db: Db,
  table: string,
  column: string,
  type: "bytea" | "uuid",
  rows: RawBuilder<R>,
  follows: (row: R) => Buffer | string | null,
): Promise<void> {
  const { rows: all } = await rows.execute(db);
  const places = all.map(({ place }) => place);
  const values = all.map((row) => {
    const value = follows(row);
    return Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value;
  });
  await sql`update ${sql.table(table)} as t set ${sql.ref(column)} = x.value::${sql.raw(type)}
    from unnest(${places}::text[], ${values}::text[]) as x(place, value)
    where t.ctid = x.place::tid`.execute(db);
}

/** A value that no code, account or address has. */
const ofNothing = (table: string, column: string) => sql`update ${sql.table(table)}
  set ${sql.ref(column)} = sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))`;

/** Each column that an export leaves out and that follows from other ones; a new one does not compile without. */
const computations: Record<ComputedColumn, (filling: Filling) => Promise<unknown>> = {
  // a password that no one has, for all: members choose a new one
  "accounts.password_hash": async ({ db }) => {
    const hash = await hashPassword(randomUUID());
    await sql`update accounts set password_hash = ${hash}`.execute(db);
  },
  "direct_debits.code_hash": ({ db }) => ofNothing("direct_debits", "code_hash").execute(db),
  // the account number itself is in no export
  "direct_debits.iban_key": ({ db }) => ofNothing("direct_debits", "iban_key").execute(db),
  "direct_debits.phone_key": ({ db, config, siteId }) =>
    compute(
      db,
      "direct_debits",
      "phone_key",
      "bytea",
      sql<{ place: string; phone: string }>`select ctid::text as place, phone from direct_debits`,
      ({ phone }) => phoneKey(config, siteId, phone),
    ),
  "discount_uses.use_key": ({ db }) =>
    compute(
      db,
      "discount_uses",
      "use_key",
      "uuid",
      sql<{ place: string; payment: string; member: string | null } & Parameters<typeof keyOfUse>[0]>`
        select u.ctid::text as place, u.payment_id as payment, u.member_id as member, c.*
        from discount_uses as u join discount_codes as c on c.id = u.code_id`,
      // of an erased member: of the payment alone
      ({ payment, member, ...code }) => keyOfUse(code, member ?? payment, payment),
    ),
  // a scheduled job erases those of a day ago
  "first_messages.text_hash": ({ db }) =>
    compute(
      db,
      "first_messages",
      "text_hash",
      "bytea",
      sql<{ place: string; body: string; recipient: string }>`
        select distinct on (f.ctid) f.ctid::text as place, m.body, a.name as recipient
        from first_messages as f
          join messages as m on m.conversation_id = f.conversation_id and m.author_id = f.author_id
            and m.created_at = f.created_at and m.body is not null
          join conversation_members as c on c.conversation_id = f.conversation_id and c.member_id <> f.author_id
          join accounts as a on a.id = c.member_id`,
      ({ body, recipient }) => hashText(body, recipient),
    ),
  "imported_members.mailbox_hash": ({ db, config, siteId }) =>
    compute(
      db,
      "imported_members",
      "mailbox_hash",
      "bytea",
      sql<{ place: string; mailbox: string }>`
        select ctid::text as place, mailbox_of(email) as mailbox from imported_members`,
      ({ mailbox }) => hashMailbox(config, siteId, mailbox),
    ),
};

/** Fills what an export leaves out, in tables that have its rows. */
export async function fillColumns(filling: Filling): Promise<void> {
  for (const run of Object.values(computations)) await run(filling);
}
