import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { listMovedTables } from "#server/db/copy-site.ts";
import type { DbPool } from "#server/db/pool.ts";
import { testApp } from "#server/db/test-database.ts";
import { test as base, expect } from "#server/test.ts";
import { runSite } from "./site.ts";
import { makeRoom, separateCompanies } from "./test-move.ts";

/** `MOVE_MESSAGES=50000 TEST_LOG=info vitest run scripts/move-site-command` measures a larger site. */
const messages = Number(process.env.MOVE_MESSAGES ?? 2_000);
const perChat = 20;

const test = base
  .extend("other", { scope: "file" }, async ({ siteIds }, { onCleanup }) => {
    const other = await testApp();
    onCleanup(other.close);
    await separateCompanies(other.services);
    await makeRoom(other.services, siteIds[0]);
    return other;
  })
  .extend("folder", { scope: "file" }, ({ services, other }, { onCleanup }) => {
    // the commands use the machine's clock
    for (const { clock } of [services, other.services]) clock.set(new Date());
    const folder = mkdtempSync(join(tmpdir(), "move-"));
    onCleanup(() => rmSync(folder, { recursive: true }));
    return folder;
  })
  /** Runs the command at the first installation or at the other one. */
  .extend("site", { scope: "file" }, ({ services, other, folder }) => {
    const envOf = (name: string, { config }: typeof services): Record<string, string> => ({
      NODE_ENV: "test",
      SECRET: config.secret,
      DATA_DIR: join(folder, name),
      DATABASE_URL: config.databaseUrl ?? "",
    });
    const envs = { here: envOf("here", services), there: envOf("there", other.services) };
    for (const [name, env] of Object.entries(envs)) {
      const lines = Object.entries(env).map(([variable, value]) => `${variable}='${value}'`);
      writeFileSync(join(folder, `${name}.env`), `${lines.join("\n")}\n`);
    }
    return async (at: keyof typeof envs, ...args: string[]) => {
      const lines: string[] = [];
      await runSite(args, envs[at], (line) => void lines.push(line));
      if (process.env.TEST_LOG) process.stdout.write(`${lines.join("\n")}\n`);
      return lines.join("\n");
    };
  });

/** Copies of a member who chat in pairs: each message is paid. */
async function insertChats(db: DbPool, siteId: number, member: { id: string }): Promise<void> {
  const tables = await listMovedTables(db);
  const people = (2 * messages) / perChat;
  for (const table of ["accounts", "profiles", "wallets"]) {
    const columns = tables.find((each) => each.table === table)?.columns ?? [];
    const key = table === "accounts" ? "id" : "member_id";
    const names = sql.join(columns.map((name) => sql.ref(name)));
    const values = sql.join(columns.map((name) => sql`(x.r).${sql.ref(name)}`));
    await sql`insert into ${sql.table(table)} (${names}) select ${values} from (
      select jsonb_populate_record(t, jsonb_build_object(${sql.lit(key)}, md5('person ' || n)::uuid, 'credits', 1000,
        'name', 'person ' || n, 'name_key', 'person ' || n, 'email', 'person' || n || '@example.org')) as r
      from ${sql.table(table)} as t, generate_series(1, ${people}::int) as n
      where t.${sql.ref(key)} = ${member.id} offset 0) as x`.execute(db);
  }
  const pairs = sql`(select md5('chat ' || n)::uuid as id, least(one, two) as a, greatest(one, two) as b
    from generate_series(1, ${messages / perChat}::int) as n,
      lateral (select md5('person ' || 2 * n - 1)::uuid as one, md5('person ' || 2 * n)::uuid as two) as who) as chat`;
  await sql`insert into conversations (id, site_id, a_id, b_id, started_by, created_at)
    select id, ${siteId}::smallint, a, b, a, now() from ${pairs}`.execute(db);
  await sql`insert into conversation_members (conversation_id, member_id, other_id, unread, wrote, last_message_at)
    select id, a, b, 0, true, now() from ${pairs} union all select id, b, a, 0, true, now() from ${pairs}`.execute(db);
  await sql`insert into messages (id, conversation_id, author_id, author_kind, body, credits, key, created_at)
    select uuidv7(), id, case when n % 2 = 0 then a else b end, 'member', 'What did you do at the weekend? ' || n, 1,
      gen_random_uuid(), now() + n * interval '1 second'
    from ${pairs}, generate_series(1, ${perChat}::int) as n`.execute(db);
  await sql`insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
    select ${siteId}::smallint, author_id, -1, 1000, 'message', id, created_at from messages
    where body like 'What did%' order by created_at`.execute(db);
}

test("an operator moves a site by the command, erases the old copy, and takes the site home", async ({
  services: { db },
  other,
  siteIds: [siteId],
  member,
  folder,
  site,
}) => {
  await separateCompanies({ db });
  const one = await member({ credits: 1_000 });
  await insertChats(db, siteId, one);
  const file = join(folder, "here/files/photos", String(siteId), one.id, "x/full.webp");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "a photo");
  const to = ["--to", join(folder, "there.env")];
  const moved = await site("here", "move", "localhost", ...to);
  expect(moved).toMatch(/Equal: \d+ rows .*, 1 files/);
  expect(moved).toContain("Lead these hosts there: localhost");
  expect(await site("here", "list")).toMatch(/^rendezvous\t.*\tmoves, or was moved$/m);
  expect(await site("there", "list")).not.toContain("moved");
  const count = async (at: DbPool) =>
    await at
      .selectFrom("messages")
      .select(({ fn }) => fn.countAll<number>().as("all"))
      .executeTakeFirstOrThrow();
  expect(await count(other.services.db)).toEqual({ all: messages });
  expect(await site("here", "move", "rendezvous", ...to, "--erase")).toContain("To erase the copy for good");
  const accounts = (2 * messages) / perChat + 1;
  await site("here", "move", "rendezvous", ...to, "--erase", "--members", String(accounts));
  expect(await count(db)).toEqual({ all: 0 });
  await site("there", "move", "rendezvous", "--to", join(folder, "here.env"));
  expect(await count(db)).toEqual({ all: messages });
  const log = db.selectFrom("audit_log").select("action").where("subject", "=", "site:rendezvous").orderBy("id");
  expect((await log.execute()).map(({ action }) => action)).toEqual(["site_moved", "site_copy_erased"]);
});

test("an installation's numbers begin where its operator says, and never earlier", async ({
  services: { db },
  site,
}) => {
  await site("here", "numbers", "1000");
  await site("here", "numbers", "500");
  const { rows } = await sql<{ next: number }>`select nextval('sites_id_seq') as next`.execute(db);
  expect(rows).toEqual([{ next: 1000 }]);
  await expect(site("here", "numbers", "none")).rejects.toThrow("npm run site");
});
