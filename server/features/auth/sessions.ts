import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { authCookieDays } from "#contract/constants.ts";
import type { Clock } from "#server/clock.ts";
import type { Db } from "#server/db/pool.ts";
import { markActive } from "#server/features/profiles/index.ts";
import type { Viewer } from "#server/http/handle.ts";
import type { Random } from "#server/random.ts";
import type { Site } from "#server/site.ts";
import { touchDevice } from "./device-store.ts";
import { findSession, insertSession, prolongSession, replaceSession } from "./session-store.ts";

const lifeMs = authCookieDays * 86_400_000;
const freshMs = 5_000;
const touchMs = 60_000;

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export type NewSession = {
  accountId: string;
  userAgent: string;
  now: Date;
  /** The browser it is opened in, by the hash of its token. */
  device?: Buffer;
  /** Where it is opened, ISO 3166-1. */
  country?: string | null;
  /** The session that gets the new token and goes on with it: what belongs to it, as its pushes, stays (D3.4). */
  replaces?: Buffer | undefined;
};

/** Makes a session's token: 256 random bits, kept as a hash only (D3.4). */
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

type Found = { viewer: Viewer; siteId: number; checkedAt: number; touchedAt: number };

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/**
 * Finds the session of a token. What was found is believed for five seconds, so that a page's several calls read it
 * once; a session that was ended by another process lives that much longer. Being here is noted once a minute.
 */
export function createSessionFinder(db: Db, clock: Clock) {
  const recent = new LRUCache<string, Found>({ max: 50_000 });
  /** When an account's sessions were last forgotten: what was asked before that is not believed any more. */
  const forgotten = new LRUCache<string, number>({ max: 50_000 });

  async function prolong(tokenHash: Buffer, row: NonNullable<Awaited<ReturnType<typeof findSession>>>, now: Date) {
    await prolongSession(db, tokenHash, now, new Date(now.getTime() + lifeMs));
    await markActive(db, row.account_id, now);
    // the browser is known for as long as it comes back (D3.5); noting the day is enough for that
    if (row.device_hash && dayOf(row.used_at) !== dayOf(now))
      await touchDevice(db, row.account_id, row.device_hash, now);
  }

  return {
    async viewerOf(token: string, site: Site, now: Date): Promise<{ viewer: Viewer; renewed: boolean } | null> {
      const known = recent.get(token);
      const age = known ? now.getTime() - known.checkedAt : Number.POSITIVE_INFINITY;
      const ended = known ? (forgotten.get(known.viewer.memberId) ?? 0) : 0;
      if (known && age >= 0 && age < freshMs && known.checkedAt > ended) {
        return known.siteId === site.id ? { viewer: known.viewer, renewed: false } : null;
      }
      const tokenHash = hashToken(token);
      const row = await findSession(db, tokenHash, now);
      if (!row) {
        recent.delete(token);
        return null;
      }
      const viewer: Viewer = { memberId: row.account_id, tokenHash };
      const idle = now.getTime() - Math.max(row.used_at.getTime(), known?.touchedAt ?? 0);
      const renewed = idle >= touchMs;
      if (renewed) await prolong(tokenHash, row, now);
      const touchedAt = renewed ? now.getTime() : (known?.touchedAt ?? row.used_at.getTime());
      recent.set(token, { viewer, siteId: row.site_id, checkedAt: now.getTime(), touchedAt });
      return row.site_id === site.id ? { viewer, renewed } : null;
    },
    /** Sessions of this account were ended: none of them is believed any more, not even one that is being asked for now. */
    forget(accountId: string): void {
      forgotten.set(accountId, clock.now().getTime());
    },
  };
}
