import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8").trim();

/** The commit of a checkout, in seven letters; null if there is no `.git`, as in a container. */
function readCommit(): string | null {
  if (!existsSync(join(root, ".git/HEAD"))) return null;
  const head = read(".git/HEAD");
  const branch = /^ref: (.+)$/.exec(head)?.[1];
  const commit = branch === undefined ? head : existsSync(join(root, ".git", branch)) ? read(`.git/${branch}`) : "";
  return /^[0-9a-f]{40}$/.test(commit) ? commit.slice(0, 7) : null;
}

/** The product's version, and the commit that runs if it is a checkout. */
export function readVersion(): { version: string; commit: string | null } {
  const { version } = JSON.parse(read("package.json")) as { version: string };
  return { version, commit: readCommit() };
}
