/** Writes server/db/tables.ts from the migrations: run `npm run db:types` after adding one. `--check` only compares. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratchFolder } from "#server/db/system-user.ts";
import { startEmbedded } from "../server/db/embedded.ts";
import { migrate } from "../server/db/migrate.ts";

const target = join(import.meta.dirname, "../server/db/tables.ts");
const scratch = createScratchFolder();
const output = process.argv.includes("--check") ? join(scratch, "tables.ts") : target;
const database = await startEmbedded(scratch, { fast: true });
try {
  await migrate(database.url);
  const options = ["--url", database.url, "--out-file", output, "--dialect=postgres", "--exclude-pattern=migrations"];
  // as the parsers of `server/db/pool.ts` read them
  const parsers = ["--numeric-parser=number", "--date-parser=string", '--type-mapping={"int8":"number"}'];
  execFileSync("kysely-codegen", [...options, ...parsers], { stdio: ["ignore", "ignore", "inherit"] });
  // a comment of one line in the form that the rest of the code has
  const types = readFileSync(output, "utf8").replace(/\/\*\*\n +\* (.{1,110})\n +\*\//g, "/** $1 */");
  writeFileSync(output, types);
  if (output !== target && readFileSync(output, "utf8") !== readFileSync(target, "utf8")) {
    console.error("server/db/tables.ts does not match the migrations: run npm run db:types");
    process.exitCode = 1;
  }
} finally {
  await database.stop();
  rmSync(scratch, { recursive: true, force: true });
}
