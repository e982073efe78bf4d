import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canEnter } from "./enterable.ts";
import { idsOf } from "./system-user.ts";

/** A temporary folder that PostgreSQL's own user may enter too, even if only root may enter `TMPDIR`. */
export function scratchFolder(): string {
  const ids = process.getuid?.() === 0 ? idsOf("postgres") : null;
  const parent = [tmpdir(), "/var/tmp"].find((path) => ids === null || canEnter(path, ids)) ?? tmpdir();
  const folder = mkdtempSync(join(parent, "rendezvous-"));
  chmodSync(folder, 0o755);
  return folder;
}
