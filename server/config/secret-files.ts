import { readFileSync } from "node:fs";

/** The variables whose value is a secret, or may contain one: each can be read from a file. */
export const secretVariables = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_OWNER_URL",
  "DATABASE_REPLICA_URL",
  "BACKUP_URL",
  "REDIS_URL",
  "SMTP_URL",
  "MAIL_FEEDBACK_SECRET",
  "MAIL_INLET_SECRET",
  "SMS_URL",
  "PICTURE_CHECK_URL",
  "MOLLIE_API_KEY",
  "MOLLIE_SETTLEMENTS_TOKEN",
  "GENESIS_URL",
  "STORAGE_URL",
  "TURN_SECRET",
  "INSTALLATIONS",
  "STORAGE_MOVE_FROM",
  "SECRET",
  "VAPID_PRIVATE_KEY",
] as const;

/** Which payment provider an installation has is its own choice: an empty file says that it has not this one. */
const mayBeEmpty: readonly string[] = ["MOLLIE_API_KEY", "MOLLIE_SETTLEMENTS_TOKEN", "GENESIS_URL"];

/** Far more than any of them needs: a device or a log named by mistake is not read to its end. */
const mostCharacters = 10_000;

/**
 * A secret is then neither in the environment, which other processes of the user can read, nor in a unit or compose
 * file. A problem names the variable and never quotes the file.
 */
export function withSecretFiles(env: Record<string, string | undefined>, problems: string[]) {
  const variables = { ...env };
  for (const name of secretVariables) {
    const variable = `${name}_FILE`;
    const file = variables[variable];
    if (file === undefined) continue;
    delete variables[variable];
    if (variables[name] !== undefined) {
      problems.push(`${variable} and ${name} are both set: leave one of them unset`);
      continue;
    }
    try {
      const text = readFileSync(file, "utf8").trim();
      if (text === "" && mayBeEmpty.includes(name)) continue;
      if (text === "" || text.length > mostCharacters) problems.push(`${variable}: ${file} holds no secret`);
      else variables[name] = text;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "it is no file";
      problems.push(`${variable}: ${file} can't be read (${code})`);
    }
  }
  return variables;
}
