/**
 * PostgreSQL's codes: connection exceptions, shutdown, crash, start-up, a statement that took too long, too many
 * connections, disk full, and read-only, which database services set when the disk is full.
 */
const serverCodes = /^(?:08...|57P0[1235]|57014|53300|53100|25006)$/;
const socketCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EAI_AGAIN)$/;
/** Errors that the driver throws without a code, and those of a replica, whose codes conflicts of a primary share. */
const messages =
  /^(?:Connection terminated|timeout expired$|timeout exceeded when trying to connect|Query read timeout$|the commit was not confirmed)|is not queryable$|due to conflict with recovery$|^recovery is in progress$/;

/**
 * True if a statement failed because the database is unreachable, closed the connection, is starting, or has no room,
 * or because a replica had to replay what it read, or can't tell what only a primary knows: a retry may succeed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as Error & { code?: unknown; syscall?: unknown };
  const text = String(code ?? "");
  if (serverCodes.test(text) || socketCodes.test(text) || messages.test(error.message)) return true;
  // the socket of an embedded PostgreSQL that does not run
  if (text === "ENOENT" && syscall === "connect") return true;
  return isDatabaseUnavailable(error.cause);
}
