import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Creates a folder with its parents, one by one: Node's `recursive` never returns below /proc. */
function createFolder(path: string): void {
  if (!existsSync(path)) {
    createFolder(dirname(path));
    try {
      mkdirSync(path);
    } catch (error) {
      // another process was faster
      if (!existsSync(path)) throw error;
    }
  }
  if (!statSync(path).isDirectory()) throw Object.assign(new Error(`${path} is a file`), { code: "ENOTDIR" });
}

/** Creates the data folder if it is missing; returns why it can't be used, for the user. */
export function findDataFolderProblem(dataDir: string): string | undefined {
  try {
    createFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return `DATA_DIR: ${dataDir} can't be used as a folder (${code}): name one that this user may write`;
  }
}

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
