import { hash } from "node:crypto";
import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";
import { dayMs } from "#contract/durations.ts";
import type { RedisWatch } from "#server/redis.ts";

/** Counts how many different things a member asks for on a day, such as profiles; the same one again is free. */
export type DailyDistinct = ReturnType<typeof createDailyDistinct>;

/** Members and addresses whose day a process remembers, without Redis. */
const maxMembers = 10_000;

/** Hashes that a process remembers, of all members and addresses. */
const maxHashes = 2_000_000;

/** Adds all to a day's set, or none if they do not fit; 1 if the member may have them. ARGV: maximum, hashes. */
const addInRedis = `
local fresh = {}
for i = 2, #ARGV do
  if redis.call('sismember', KEYS[1], ARGV[i]) == 0 then fresh[#fresh + 1] = ARGV[i] end
end
if #fresh == 0 then return 1 end
if redis.call('scard', KEYS[1]) + #fresh > tonumber(ARGV[1]) then return 0 end
redis.call('sadd', KEYS[1], unpack(fresh))
redis.call('expire', KEYS[1], ${dayMs / 1000})
return 1`;

/** A few bytes stand for a thing: neither memory nor Redis lists whose profiles a member saw. */
const shortHash = (who: string, what: string) => hash("sha256", `${who} ${what}`, "buffer").readUIntBE(0, 6);

/** Counts in Redis for all processes, and in this process without it. `factor` raises each maximum for load tests. */
export function createDailyDistinct(shared: { redis: Redis; watch: RedisWatch } | undefined, factor: number) {
  const days = new LRUCache<string, { day: number; seen: Set<number> }>({
    max: maxMembers,
    maxSize: maxHashes,
    sizeCalculation: ({ seen }) => seen.size + 1,
  });
  const addHere = (who: string, day: number, hashes: readonly number[], max: number): boolean => {
    const entry = days.get(who);
    const seen = entry?.day === day ? entry.seen : new Set<number>();
    const fresh = hashes.filter((hash) => !seen.has(hash));
    if (fresh.length === 0) return true;
    if (seen.size + fresh.length > max) return false;
    for (const hash of fresh) seen.add(hash);
    days.set(who, { day, seen });
    return true;
  };
  const add = async (who: string, day: number, hashes: readonly number[], max: number): Promise<boolean> => {
    if (!shared) return addHere(who, day, hashes, max);
    try {
      const answer = await shared.redis.eval(addInRedis, 1, `limit:distinct:${who}:${day}`, max, ...hashes);
      shared.watch.worked("limits");
      return answer === 1;
    } catch (error) {
      shared.watch.failed("limits", error);
      return addHere(who, day, hashes, max);
    }
  };
  return {
    /** Seconds until midnight (UTC) if `what` would be more than `max` for `who` today, else 0. */
    async countDistinct(who: string, what: readonly string[], max: number, now: Date): Promise<number> {
      const day = Math.floor(now.getTime() / dayMs);
      const hashes = [...new Set(what.map((each) => shortHash(who, each)))];
      if (hashes.length === 0 || (await add(who, day, hashes, max * factor))) return 0;
      return Math.ceil(((day + 1) * dayMs - now.getTime()) / 1000);
    },
  };
}
