import { isConflict } from "./transaction.ts";

/** Connection exceptions, shutdown, crash, start, time-outs, no connection left, disk full (services: read-only). */
const serverCodes = /^(?:08...|57P0[1235]|57014|55P03|53300|53100|25006)$/;
const socketCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EAI_AGAIN)$/;
/** Errors that the driver throws without a code, and those of a replica, whose codes conflicts of a primary share. */
const messages =
  /^(?:Connection terminated|timeout expired$|timeout exceeded when trying to connect|Query read timeout$|the commit was not confirmed)|is not queryable$|due to conflict with recovery$|^recovery is in progress$/;

/** Unreachable, closed, starting, without room, or a replica that replays or can't tell: a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as Error & { code?: unknown; syscall?: unknown };
  const text = String(code ?? "");
  if (serverCodes.test(text) || socketCodes.test(text) || messages.test(error.message)) return true;
  // the socket of an embedded PostgreSQL that does not run
  if (text === "ENOENT" && syscall === "connect") return true;
  return isDatabaseUnavailable(error.cause);
}

/** The driver's words if no connection of the pool became free in time. */
const poolExhausted = "timeout exceeded when trying to connect";

/** Tells the log what kept a statement of a database that is there from running; else that it is unreachable. */
export function describeUnavailable(error: Error): string {
  if (isConflict(error)) return "a transaction met a conflict twice";
  if ("code" in error && error.code === "55P03") return "a statement waited too long for a lock";
  if (error.message === poolExhausted) return "no connection of the pool was free in time";
  return "the database is unreachable";
}
