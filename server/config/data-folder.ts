import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

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
