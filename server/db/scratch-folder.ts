import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A throw-away folder that PostgreSQL's own user may enter too. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rendezvous-"));
  chmodSync(folder, 0o755);
  return folder;
}
