import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { cookieDays } from "#contract/constants.ts";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { type Locked, lockAccount } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { markActive } from "#server/features/profiles/index.ts";
import { fail } from "#server/http/fail.ts";
import type { MemberContext, Mutating, Viewer } from "#server/http/handle.ts";
import type { Clock } from "#server/lib/clock.ts";
import type { Random } from "#server/lib/random.ts";
import { createTimedCache } from "#server/lib/timed-cache.ts";
import type { Site } from "#server/site.ts";
import { touchDevice } from "./device-store.ts";
import {
  findLiveSessions,
  findSession,
  findSessionStart,
  insertSession,
  prolongSession,
  replaceSession,
} from "./session-store.ts";

const lifeMs = cookieDays.auth * dayMs;
const touchMs = 60_000;

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

type NewSession = {
  accountId: string;
  userAgent: string;
  now: Date;
  device?: Buffer;
  /** The country from which it is opened, ISO 3166-1. */
  country?: string | null;
  /** The session that continues with the new token. It keeps what belongs to it, such as push subscriptions. */
  replaces?: Buffer | undefined;
};

/** Creates a session and returns its token: 256 random bits, stored only as a hash (D3.4). */
export async function createSession(db: Db, random: Random, session: NewSession): Promise<string> {
  const token = random.token();
  const { accountId, userAgent, now, device, country, replaces } = session;
  const row = {
    token_hash: hashToken(token),
    account_id: accountId,
    user_agent: userAgent,
    device_hash: device ?? null,
    country: country ?? null,
    created_at: now,
    used_at: now,
    expires_at: new Date(now.getTime() + lifeMs),
  };
  if (!replaces || !(await replaceSession(db, replaces, row))) await insertSession(db, row);
  return token;
}

type CachedSession = { viewer: Viewer; siteId: number; checkedAt: number };

/** Finds the session of a token, cached for five seconds: one that another process ended works that much longer. */
export function createSessionFinder(db: Db, clock: Clock) {
  const recent = createTimedCache<CachedSession>({ max: 50_000, ttlMs: 5_000 });
  /** When an account's cached sessions were last invalidated: results read before that are stale. */
  const invalidatedAt = new LRUCache<string, number>({ max: 50_000 });

  async function prolong(tokenHash: Buffer, row: NonNullable<Awaited<ReturnType<typeof findSession>>>, now: Date) {
    await prolongSession(db, tokenHash, now, new Date(now.getTime() + lifeMs));
    await markActive(db, row.account_id, now);
    // the browser stays known for as long as it is used (D3.5); one update a day is enough for that
    if (row.device_hash && dayOf(row.used_at) !== dayOf(now))
      await touchDevice(db, row.account_id, row.device_hash, now);
  }

  return {
    async viewerOf(token: string, site: Site, now: Date): Promise<{ viewer: Viewer; renewed: boolean } | null> {
      const cached = recent.get(token, now);
      if (cached && cached.checkedAt > (invalidatedAt.get(cached.viewer.memberId) ?? 0)) {
        return cached.siteId === site.id ? { viewer: cached.viewer, renewed: false } : null;
      }
      const tokenHash = hashToken(token);
      const row = await findSession(db, tokenHash, now);
      if (!row) {
        recent.delete(token);
        return null;
      }
      const viewer: Viewer = { memberId: row.account_id, tokenHash };
      // used in the future: the clock was set back
      const renewed = Math.abs(now.getTime() - row.used_at.getTime()) >= touchMs;
      if (renewed) await prolong(tokenHash, row, now);
      recent.set(token, { viewer, siteId: row.site_id, checkedAt: now.getTime() }, now);
      return row.site_id === site.id ? { viewer, renewed } : null;
    },
    /** Those of these tokens whose sessions have ended. Reads the database, and prolongs no session. */
    async findEnded(tokens: readonly string[], now: Date): Promise<string[]> {
      if (tokens.length === 0) return [];
      const live = await findLiveSessions(db, tokens.map(hashToken), now);
      return tokens.filter((token) => !live.has(hashToken(token).toString("hex")));
    },
    /** Invalidates the cached sessions of an account, including those that are being read just now. */
    invalidate(accountId: string): void {
      invalidatedAt.set(accountId, clock.now().getTime());
    },
  };
}

/** Sensitive actions need no password for this many milliseconds after a login. */
export const freshLoginMs = 300_000;

export async function hasFreshLogin({ db, viewer, now }: MemberContext): Promise<boolean> {
  const start = await findSessionStart(db, viewer.tokenHash);
  return start !== undefined && now.getTime() - start.getTime() < freshLoginMs;
}

/** Throws `authentication_required` if the session has ended by then: a reset or a suspension ends every access. */
export async function lockOwnAccount({
  db,
  viewer,
}: Pick<Mutating<MemberContext>, "db" | "viewer">): Promise<Locked<"accounts">> {
  const account = await lockAccount(db, viewer.memberId);
  if ((await findSessionStart(account, viewer.tokenHash)) === undefined) throw fail("authentication_required");
  return account;
}
