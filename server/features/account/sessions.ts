import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { authCookieDays } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import { markActive } from "#server/features/profiles/mark-active.ts";
import type { Viewer } from "#server/http/handle.ts";
import type { Site } from "#server/platform.ts";
import type { Random } from "#server/random.ts";

const lifeMs = authCookieDays * 86_400_000;
const freshMs = 5_000;
const touchMs = 60_000;

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Opens a session: 256 random bits, kept as a hash only (D3.4). */
export async function openSession(
  db: Db,
  random: Random,
  accountId: string,
  userAgent: string,
  now: Date,
): Promise<string> {
  const token = random.token();
  await db
    .insertInto("sessions")
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      user_agent: userAgent,
      created_at: now,
      used_at: now,
      expires_at: new Date(now.getTime() + lifeMs),
    })
    .execute();
  return token;
}

type Found = { viewer: Viewer; siteId: number; checkedAt: number; touchedAt: number };

/**
 * Finds the session of a token. What was found is believed for five seconds, so that a page's several calls read it
 * once; a session that was ended elsewhere lives that much longer. Being here is noted once a minute.
 */
export function createSessionFinder(db: Db) {
  const recent = new LRUCache<string, Found>({ max: 50_000 });
  return {
    async viewerOf(token: string, site: Site, now: Date): Promise<{ viewer: Viewer; renewed: boolean } | null> {
      const known = recent.get(token);
      const age = known ? now.getTime() - known.checkedAt : Number.POSITIVE_INFINITY;
      if (known && age >= 0 && age < freshMs) {
        return known.siteId === site.id ? { viewer: known.viewer, renewed: false } : null;
      }
      const tokenHash = hashToken(token);
      const row = await db
        .selectFrom("sessions")
        .innerJoin("accounts", "accounts.id", "sessions.account_id")
        .select(["sessions.account_id", "sessions.used_at", "accounts.site_id"])
        .where("sessions.token_hash", "=", tokenHash)
        .where("sessions.expires_at", ">", now)
        .where("accounts.status", "<>", "deleted")
        .executeTakeFirst();
      if (!row) {
        recent.delete(token);
        return null;
      }
      const viewer: Viewer = { memberId: row.account_id, tokenHash };
      const idle = now.getTime() - Math.max(row.used_at.getTime(), known?.touchedAt ?? 0);
      const renewed = idle >= touchMs;
      if (renewed) {
        await db
          .updateTable("sessions")
          .set({ used_at: now, expires_at: new Date(now.getTime() + lifeMs) })
          .where("token_hash", "=", tokenHash)
          .execute();
        await markActive(db, row.account_id, now);
      }
      const touchedAt = renewed ? now.getTime() : (known?.touchedAt ?? row.used_at.getTime());
      recent.set(token, { viewer, siteId: row.site_id, checkedAt: now.getTime(), touchedAt });
      return row.site_id === site.id ? { viewer, renewed } : null;
    },
    /** Ends a session at once, in this process too. */
    async end(token: string): Promise<void> {
      recent.delete(token);
      await db.deleteFrom("sessions").where("token_hash", "=", hashToken(token)).execute();
    },
  };
}
