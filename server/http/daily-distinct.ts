import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import { dayMs } from "#contract/durations.ts";
import type { RedisWatch } from "#server/redis.ts";

/** Counts how many different things a member asks for on a day, such as profiles; the same one again is free. */
export type DailyDistinct = ReturnType<typeof createDailyDistinct>;

/** Members whose day a process remembers, without Redis. */
const maxMembers = 10_000;

/** Adds to a day's set, unless it is full. Answers 1 if the member may have it. */
const addInRedis = `
if redis.call('sismember', KEYS[1], ARGV[1]) == 1 then return 1 end
if redis.call('scard', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('sadd', KEYS[1], ARGV[1])
redis.call('expire', KEYS[1], ${dayMs / 1000})
return 1`;

/** A few bytes stand for a thing: neither memory nor Redis lists whose profiles a member saw. */
const shortHash = (who: string, what: string) =>
  createHash("sha256").update(`${who} ${what}`).digest().readUIntBE(0, 6);

/** Counts in Redis for all processes, and in this process without it. `factor` raises each maximum for load tests. */
export function createDailyDistinct(shared: { redis: Redis; watch: RedisWatch } | undefined, factor: number) {
  const days = new LRUCache<string, { day: number; seen: Set<number> }>({ max: maxMembers });
  const addHere = (who: string, day: number, hash: number, max: number): boolean => {
    const known = days.get(who);
    const seen = known?.day === day ? known.seen : new Set<number>();
    if (!seen.has(hash) && seen.size >= max) return false;
    days.set(who, { day, seen: seen.add(hash) });
    return true;
  };
  const add = async (who: string, day: number, hash: number, max: number): Promise<boolean> => {
    if (!shared) return addHere(who, day, hash, max);
    try {
      const answer = await shared.redis.eval(addInRedis, 1, `limit:distinct:${who}:${day}`, hash, max);
      shared.watch.worked("limits");
      return answer === 1;
    } catch (error) {
      shared.watch.failed("limits", error instanceof Error ? error : new Error(String(error)));
      return addHere(who, day, hash, max);
    }
  };
  return {
    /** Seconds until midnight (UTC) if `what` would be one more than `max` for `who` today, else 0. */
    async countDistinct(who: string, what: string, max: number, now: Date): Promise<number> {
      const day = Math.floor(now.getTime() / dayMs);
      if (await add(who, day, shortHash(who, what), max * factor)) return 0;
      return Math.ceil(((day + 1) * dayMs - now.getTime()) / 1000);
    },
  };
}
