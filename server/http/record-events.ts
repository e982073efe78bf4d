import type { SecurityEventKind } from "#server/security-events.ts";
import { Failure } from "./fail.ts";
import type { Context } from "./handle.ts";

/** Records that a call did something that matters for an account's security, once its transaction is committed. */
export function recordDone(ctx: Context, kind: SecurityEventKind, accountId: string): void {
  const { services, ip: address } = ctx;
  ctx.afterCommit(() => services.securityEvents.record({ kind, outcome: "ok", accountId, address }));
}

type Attempt = { kind: SecurityEventKind; lockout: SecurityEventKind; accountId?: string | undefined };

/** Runs an attempt to prove a password, a code or a passkey; records if it fails, or if too many failed before. */
export async function recordFailure<T>(
  { services, ip: address }: Context,
  { kind, lockout, accountId }: Attempt,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const isLockedOut = error.code === "login_blocked";
    const outcome = isLockedOut ? "blocked" : "failed";
    const code = error.code === "invalid_input" ? undefined : error.code;
    services.securityEvents.record({ kind: isLockedOut ? lockout : kind, outcome, accountId, address, code });
    throw error;
  }
}
