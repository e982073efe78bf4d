/** Moves photos and other files to another store, from the machine that the product runs on. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readConfig } from "#server/config/config.ts";
import { createStores } from "#server/ports/files/create.ts";
import { moveFiles } from "#server/ports/files/move-files.ts";
import { type Print, runCommand } from "./run-command.ts";

const usage = `npm run photos -- move
  Copies all files from the store STORAGE_MOVE_FROM to the one in use, reads each back and compares the hashes. Run it
  while the product runs with the same variables. It may be interrupted: the next run goes on where it stopped.`;

/** The progress of an interrupted run; `stores` identifies the move. */
const progress = z.object({ stores: z.string(), after: z.string() });

function readProgress(file: string, stores: string): string {
  try {
    const read = progress.parse(JSON.parse(readFileSync(file, "utf8")));
    return read.stores === stores ? read.after : "";
  } catch {
    // there is none, or a crash cut it off: files that were copied before are only compared again
    return "";
  }
}

/** Runs the command. Throws what is wrong, a `ConfigError` if it is the environment. */
export async function runPhotos(args: string[], env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  if (args.length !== 1 || args[0] !== "move") throw new Error(usage);
  const config = readConfig(env);
  const { storage, moveFrom, dataDir } = config;
  const { to, from } = createStores(config);
  if (!from) throw new Error("STORAGE_MOVE_FROM must name the store that files are moved from: local, or s3://…");
  const file = join(dataDir, "photos-move.json");
  // a hash, because the addresses contain the keys of the stores
  const stores = createHash("sha256")
    .update(JSON.stringify([moveFrom, storage ?? dataDir]))
    .digest("hex");
  const after = readProgress(file, stores);
  if (after !== "") print(`Going on after ${after}.`);
  mkdirSync(dataDir, { recursive: true });
  let saidAt = Date.now();
  const { copied, alreadyThere, removedMeanwhile } = await moveFiles({ from, to }, after, (key, moved) => {
    writeFileSync(file, JSON.stringify({ stores, after: key }));
    if (Date.now() - saidAt < 5_000) return;
    saidAt = Date.now();
    print(`${moved.copied} copied, ${moved.alreadyThere} were there already …`);
  });
  rmSync(file, { force: true });
  print(`${copied} files were copied, ${alreadyThere} were there already, and all were read back and compared.`);
  if (removedMeanwhile > 0) print(`${removedMeanwhile} were deleted by their members meanwhile.`);
  print("Now unset STORAGE_MOVE_FROM and restart. Then the old store can be emptied.");
}

if (import.meta.main) await runCommand(runPhotos);
