/** Writes server/db/tables.ts from the migrations: run `npm run db:types` after adding one. `--check` only compares. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withClient } from "#server/db/client.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { startEmbedded } from "../server/db/embedded.ts";
import { migrate } from "../server/db/migrate.ts";

/** A tool that is missing is named before a database is started. */
function requireTools(): void {
  const { error } = spawnSync("kysely-codegen", ["--help"], { stdio: "ignore" });
  if (!error) return;
  console.error("kysely-codegen is missing: run npm test once, which installs the tools.");
  process.exit(1);
}

/** The type of the tables that belong to two members: two of their columns name accounts with which a row goes. */
async function writePairTables(url: string): Promise<string> {
  return await withClient(url, async (client) => {
    const { rows } = await client.query<{ table: string }>(`
      select conrelid::regclass::text as "table" from pg_constraint
      where contype = 'f' and confrelid = 'accounts'::regclass and confdeltype = 'c' and cardinality(conkey) = 1
      group by 1 having count(distinct conkey) > 1 order by 1`);
    const names = rows.map(({ table }) => `\n  | "${table}"`).join("");
    return `\n/** Two columns of these tables name accounts with which a row is deleted. */\nexport type OfTwoMembers =${names};\n`;
  });
}

requireTools();
const target = join(import.meta.dirname, "../server/db/tables.ts");
const scratch = createScratchFolder();
const output = process.argv.includes("--check") ? join(scratch, "tables.ts") : target;
const database = await startEmbedded(scratch, { fast: true });
try {
  await migrate(database.url);
  // by the environment: a failure prints the arguments, and the URL has a password
  const options = [
    "--url",
    "env(DATABASE_URL)",
    "--out-file",
    output,
    "--dialect=postgres",
    "--exclude-pattern=migrations",
  ];
  // as the parsers of `server/db/pool.ts` read them
  const parsers = ["--numeric-parser=number", "--date-parser=string", '--type-mapping={"int8":"number"}'];
  const env = { ...process.env, DATABASE_URL: database.url };
  execFileSync("kysely-codegen", [...options, ...parsers], { env, stdio: ["ignore", "ignore", "inherit"] });
  // a comment of one line in the form that the rest of the code has
  const types = readFileSync(output, "utf8").replace(/\/\*\*\n +\* (.{1,110})\n +\*\//g, "/** $1 */");
  writeFileSync(output, types + (await writePairTables(database.url)));
  if (output !== target && readFileSync(output, "utf8") !== readFileSync(target, "utf8")) {
    console.error("server/db/tables.ts does not match the migrations: run npm run db:types");
    process.exitCode = 1;
  }
} finally {
  await database.stop();
  rmSync(scratch, { recursive: true, force: true });
}
