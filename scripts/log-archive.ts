// PostgreSQL's archive_command and restore_command for an encrypted archive (docs/operators/backups.md). Usage:
// log-archive.ts archive <folder> <recipient> <path> <name>, or: restore <folder> <file of the key> <name> <path>
import { archiveLog, bringBackLog } from "#server/backup/archive-log.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async ([what, folder = "", key = "", third = "", fourth = ""]) => {
  if (what === "archive") await archiveLog(folder, key, third, fourth);
  else if (what === "restore") await bringBackLog(folder, key, third, fourth);
  else throw new Error("archive or restore");
});
