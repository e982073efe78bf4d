import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import type { DbPool } from "#server/db/pool.ts";
import { expect } from "#server/test.ts";
import { fillChats, perChat } from "../drill/fill-chats.ts";
import { runSite } from "./site.ts";
import { separateCompanies, testMoveCommands } from "./test-move.ts";

/** `MOVE_MESSAGES=50000 TEST_LOG=info vitest run scripts/move-site-command` measures a larger site. */
const messages = Number(process.env.MOVE_MESSAGES ?? 2_000);

const test = testMoveCommands
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
  await fillChats(db, { siteId, member: one, messages });
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
