import { createHmac } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { keyFor } from "./config/config.ts";
import { type LimitClass, limitClasses } from "./http/rate-limits.ts";

/** What can happen; `refused` is a call without the rights for it (401 or 403), `limit` one too many (429). */
export const securityEventKinds = [
  "signup",
  "login",
  "passkey_login",
  "link_login",
  "lockout",
  "reset_request",
  "password_reset",
  "password_change",
  "mail_change",
  "passkey_added",
  "passkey_removed",
  "sessions_ended",
  "staff_login",
  "staff_lockout",
  "staff_setup",
  "text_message",
  "profiles_limit",
  "refused",
  "limit",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

export const securityEventOutcomes = ["ok", "failed", "blocked"] as const;
export type SecurityEventOutcome = (typeof securityEventOutcomes)[number];

export type SecurityEvent = {
  kind: SecurityEventKind;
  outcome: SecurityEventOutcome;
  /** The account or the staff login that it concerns, if it is known. */
  accountId?: string | null | undefined;
  /** The caller's address as rate limits count it (`ctx.ip`). The log gets a keyed hash of it. */
  address?: string | undefined;
  rateClass?: LimitClass | undefined;
  /** The error code of the answer, for `refused`. */
  code?: string | undefined;
};

export type SecurityEvents = ReturnType<typeof createSecurityEvents>;

/** Equal events within this time are one line, and a second one with their number. */
const windowMs = 60_000;

/** So many different events at most are logged in that time: a flood from many addresses must not fill the disk. */
const maxLines = 1_000;

/** Writes security events to the log, and counts them for `/metrics`. */
export function createSecurityEvents(log: Pick<FastifyBaseLogger, "info">, secret: string) {
  const key = keyFor(secret, "security-events");
  const hashAddress = (address: string) => createHmac("sha256", key).update(address).digest("hex").slice(0, 16);
  const counts = new Map<string, { kind: SecurityEventKind; outcome: SecurityEventOutcome; count: number }>();
  // an alert on a rise misses the first event of a counter that begins with it
  for (const kind of securityEventKinds) {
    for (const outcome of securityEventOutcomes) counts.set(`${kind} ${outcome}`, { kind, outcome, count: 0 });
  }
  const limited = new Map<LimitClass, number>(limitClasses.map((name) => [name, 0]));
  const logged = new Map<string, { line: object; times: number }>();
  let unlogged = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Logs what repeated itself since the last full minute. */
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const { line, times } of logged.values()) {
      if (times > 1) log.info({ ...line, times }, "security event, so often within a minute");
    }
    if (unlogged > 0) log.info({ unlogged }, "more security events than are logged in a minute");
    logged.clear();
    unlogged = 0;
  };
  return {
    /** ASVS 16.3: a line of the log without personal data, and a counter. After a transaction by `ctx.afterCommit`. */
    record({ kind, outcome, accountId, address, rateClass, code }: SecurityEvent): void {
      const count = counts.get(`${kind} ${outcome}`);
      if (count) count.count += 1;
      if (rateClass) limited.set(rateClass, (limited.get(rateClass) ?? 0) + 1);
      const line = {
        security: kind,
        outcome,
        ...(accountId && { account: accountId }),
        ...(address && { from: hashAddress(address) }),
        ...(rateClass && { class: rateClass }),
        ...(code && { code }),
      };
      const text = JSON.stringify(line);
      const event = logged.get(text);
      if (event) event.times += 1;
      else if (logged.size >= maxLines) unlogged += 1;
      else {
        logged.set(text, { line, times: 1 });
        log.info(line, "security event");
      }
      timer ??= setTimeout(flush, windowMs).unref();
    },
    /** How often each pair happened in this process. */
    counts: () => [...counts.values()],
    /** How many requests of each class were refused in this process, because there were too many. */
    limited: (): ReadonlyMap<LimitClass, number> => limited,
    flush,
  };
}
