// PostgreSQL's archive_command and restore_command for an encrypted archive: docs/operators/backups.md.
// Usage: log-archive.ts archive <folder> <recipient> <path> <name>
//        log-archive.ts restore <folder> <file of the key> <name> <path>
import { archiveLog, bringBackLog } from "#server/backup/archive-log.ts";

const [what, folder = "", key = "", third = "", fourth = ""] = process.argv.slice(2);
try {
  if (what === "archive") await archiveLog(folder, key, third, fourth);
  else if (what === "restore") await bringBackLog(folder, key, third, fourth);
  else throw new Error("archive or restore");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
