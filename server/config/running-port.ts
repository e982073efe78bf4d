import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const fileOf = (dataDir: string) => join(dataDir, "port");

/** Notes where the product listens, for commands of a shell that does not know its `PORT`. */
export function notePort(dataDir: string, port: number): void {
  writeFileSync(fileOf(dataDir), `${port}\n`);
}

export function forgetPort(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

/** The port of the product that runs on this data folder; undefined if none has noted one. */
export function findRunningPort(dataDir: string): number | undefined {
  try {
    const port = Number(readFileSync(fileOf(dataDir), "utf8"));
    return Number.isInteger(port) && port > 0 ? port : undefined;
  } catch {
    // it does not run here, or another user runs it: the command then takes the usual port
    return undefined;
  }
}
