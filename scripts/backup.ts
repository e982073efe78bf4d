/**
 * Backs up the database and the files of members, while the product runs. Usage: npm run backup, with BACKUP_DIR; see
 * docs/operators/backups.md.
 */
import { runCommand } from "./run-command.ts";

await runCommand(async () => (await import("./backup-commands.ts")).runBackup);
