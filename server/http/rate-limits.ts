import type { Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { RateClass } from "#contract/call.ts";
import { clearContactsDays, contactsADay } from "#contract/hidden-contacts.ts";
import type { RedisWatch } from "#server/redis.ts";
import { createDailyDistinct, type DailyDistinct } from "./daily-distinct.ts";
import { widerNetworks } from "./origin.ts";

/** How many points each class of call has in `duration` seconds, for a member or for a visitor's address. */
const callLimits = {
  read: { points: 600, duration: 60 },
  search: { points: 60, duration: 60 },
  write: { points: 180, duration: 60 },
  login: { points: 60, duration: 900 },
  signup: { points: 30, duration: 3600 },
  check: { points: 60, duration: 3600 },
  mail: { points: 5, duration: 86_400 },
  // what the law lets everyone declare; many consumers share a carrier's address
  statutory: { points: 60, duration: 86_400 },
  report: { points: 30, duration: 86_400 },
  upload: { points: 120, duration: 3600 },
  // a page in a call reports itself every three seconds, and its browser says dozens of things to connect
  talk: { points: 400, duration: 60 },
  webhook: { points: 1200, duration: 60 },
} satisfies Record<RateClass, Rate>;

type Rate = { points: number; duration: number };

/** Limits of an address, before a session is looked up: enough for the many people behind a mobile carrier's. */
const requestLimits = {
  // all calls together
  call: { points: 3000, duration: 60 },
  page: { points: 600, duration: 60 },
  // photos, which a page shows by the dozen
  file: { points: 3000, duration: 60 },
  // receipts, data downloads, tables for staff
  document: { points: 60, duration: 60 },
  // openings of event streams
  stream: { points: 600, duration: 60 },
  // a mail service presses the unsubscribe buttons of many people from few addresses, and reports on all our mails
  unsubscribe: { points: 1200, duration: 60 },
  feedback: { points: 1200, duration: 60 },
} satisfies Record<string, Rate>;

/** The classes that are counted by address only. A route names its own in its `config`. */
export type RequestClass = keyof typeof requestLimits;
export type LimitClass = RateClass | RequestClass;

/** All limits of requests, for the table in docs/security.md. */
export const requestRates: Readonly<Record<LimitClass, Rate>> = { ...callLimits, ...requestLimits };

export const limitClasses = Object.keys(requestRates) as LimitClass[];

/** An IPv6 network that is wider than a subscriber's /64 has so many times the points of one address. */
export const networkFactors = { 56: 4, 48: 16 } as const;

const quarterHour = { duration: 900, blockDuration: 900 };

/** `points` attempts within `duration` seconds, then none for `blockDuration` seconds. */
const attemptLimits = {
  // failed logins (D3.5): for an account, from an IP address (`/64` for IPv6), from a browser that has logged in before
  account: { points: 5, ...quarterHour },
  address: { points: 20, ...quarterHour },
  device: { points: 5, ...quarterHour },
  // unknown email addresses in recovery requests, from an IP address
  unknown_address: { points: 3, duration: 3600, blockDuration: 3600 },
  // recovery mails and changes of the email address, for an account
  reset_mail: { points: 3, duration: 86_400 },
  mail_change: { points: 5, duration: 86_400 },
  // mails to an address that may be a stranger's, for a mailbox on a site, whatever accounts or forms cause them: those
  // that confirm an address, those about what anyone may declare, and of these the ones about illegal content
  confirmation_mail: { points: 3, duration: 86_400 },
  declaration_mail: { points: 3, duration: 86_400 },
  // beyond these, a mail about each purchase that its buyer's address was declared to withdraw from
  withdrawal_mail: { points: 1, duration: 86_400 },
  notice_mail: { points: 1, duration: 86_400 },
  // text messages with codes: for an account, the first code of a form included, and for a phone number
  sms_member: { points: 4, duration: 3600 },
  sms_member_day: { points: 10, duration: 86_400 },
  sms_phone: { points: 6, duration: 86_400 },
  // what a member adds to the people they hide from, and how often they clear that list: who disappears tells something
  hidden_contacts: { points: contactsADay, duration: 86_400 },
  cleared_contacts: { points: 1, duration: clearContactsDays * 86_400 },
  // from an IP address: people behind a carrier's share one, and each of them has confirmed an account
  sms_address: { points: 30, duration: 86_400 },
};
export type LimitName = keyof typeof attemptLimits;

export type Limits = DailyDistinct & {
  /** Counts one call of a member; answers the seconds to wait if there were too many, else 0. */
  count(rate: LimitClass, who: string): Promise<number>;
  /** The same for an address, as `limitedAddress` returns it. IPv6 is counted by /64, /56 and /48. */
  countAddress(rate: LimitClass, address: string): Promise<number>;
  /** Seconds until the next attempt is allowed, 0 if it is now; counts nothing. */
  secondsBlocked(kind: LimitName, who: string): Promise<number>;
  /** Returns 0, or the seconds to wait. Of simultaneous attempts, in any processes, exactly `points` are allowed. */
  recordAttempt(kind: LimitName, who: string): Promise<number>;
  /** Undoes one recorded attempt that turned out not to count. */
  revokeAttempt(kind: LimitName, who: string): Promise<void>;
  clear(kind: LimitName, who: string): Promise<void>;
};

type Options = { points: number; duration: number; blockDuration?: number };

/** Lasts at most as long as the limit: if the machine's clock is set back, the library counts that time too. */
const secondsToWait = ({ duration, blockDuration = 0 }: Options, { msBeforeNext }: RateLimiterRes) =>
  Math.min(Math.max(1, Math.ceil(msBeforeNext / 1000)), Math.max(duration, blockDuration));

const blockingPrefix = "limit:block:";

/**
 * Counts an attempt in Redis, atomically. A refused attempt is not counted. Under a `blocking` key, the last allowed
 * attempt restarts the time. The library passes the points to count, the seconds, and the limit. The script returns a
 * counter above the limit if the attempt was refused. A negative number of points takes recorded attempts back.
 */
const countInRedis = `
local consumed = tonumber(redis.call('get', KEYS[1]) or '0')
local limit = tonumber(ARGV[3])
local change = tonumber(ARGV[1])
if change < 0 then
  if consumed + change > 0 then return {redis.call('incrby', KEYS[1], change), redis.call('pttl', KEYS[1])} end
  redis.call('del', KEYS[1])
  return {0, 0}
end
if consumed >= limit then return {limit + 1, redis.call('pttl', KEYS[1])} end
consumed = redis.call('incrby', KEYS[1], change)
local starts = consumed == change or redis.call('pttl', KEYS[1]) < 0
local blocks = consumed >= limit and string.sub(KEYS[1], 1, ${blockingPrefix.length}) == '${blockingPrefix}'
if starts or blocks then redis.call('expire', KEYS[1], ARGV[2]) end
return {consumed, redis.call('pttl', KEYS[1])}`;

type Limiter = Pick<RateLimiterAbstract, "get" | "delete" | "consume" | "reward">;

function createMemoryLimiter(keyPrefix: string, { points, duration, blockDuration = 0 }: Options): Limiter {
  const memory = new RateLimiterMemory({ keyPrefix, points, duration });
  return {
    get: (who) => memory.get(who),
    delete: (who) => memory.delete(who),
    async reward(who) {
      const result = await memory.reward(who);
      if (result.consumedPoints <= 0) await memory.delete(who);
      return result;
    },
    async consume(who) {
      // the library would count refused attempts too
      const before = await memory.get(who);
      if (before && before.consumedPoints >= points) throw before;
      const result = await memory.consume(who);
      if (blockDuration === 0 || result.consumedPoints < points) return result;
      return await memory.set(who, points, blockDuration);
    },
  };
}

/** Counts in Redis for all processes, and in this process while Redis is away. */
function createSharedLimiter(name: string, options: Options, { redis, watch }: SharedLimits): Limiter {
  const { points, duration, blockDuration = 0 } = options;
  const inRedis = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: blockDuration > 0 ? `${blockingPrefix}${name}` : `limit:${name}`,
    points,
    duration,
    customIncrTtlLuaScript: countInRedis,
    rejectIfRedisNotReady: true,
  });
  const local = createMemoryLimiter(name, options);
  const withFallback = async <T>(ask: (limiter: Limiter) => Promise<T>): Promise<T> => {
    try {
      const result = await ask(inRedis);
      watch.worked("limits");
      return result;
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      watch.failed("limits", error);
      return await ask(local);
    }
  };
  return {
    get: (who) => withFallback((limiter) => limiter.get(who)),
    consume: (who) => withFallback((limiter) => limiter.consume(who)),
    reward: (who) => withFallback((limiter) => limiter.reward(who)),
    async delete(who) {
      // also clear what this process counted while Redis was away
      await local.delete(who);
      return await withFallback((limiter) => limiter.delete(who));
    },
  };
}

export type SharedLimits = { redis: Redis; watch: RedisWatch };

/** Rate limits of this process, or in Redis for all processes. `factor` raises the call classes for load tests. */
export function createLimits(redisLimits: SharedLimits | undefined, factor = 1): Limits {
  const createLimiter = (name: string, options: Options): Limiter =>
    redisLimits ? createSharedLimiter(name, options, redisLimits) : createMemoryLimiter(name, options);
  const classLimiters = (suffix: string, times: number) =>
    new Map(
      Object.entries(requestRates).map(([name, { points, duration }]) => [
        name,
        createLimiter(`${name}${suffix}`, { points: points * factor * times, duration }),
      ]),
    );
  const byClass = classLimiters("", 1);
  const byNetwork = {
    56: classLimiters("_56", networkFactors[56]),
    48: classLimiters("_48", networkFactors[48]),
  };
  const kinds = new Map(Object.entries(attemptLimits).map(([name, options]) => [name, createLimiter(name, options)]));
  const consume = async (options: Options, limiter: Limiter | undefined, who: string): Promise<number> => {
    try {
      await limiter?.consume(who);
      return 0;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return secondsToWait(options, refused);
      throw refused;
    }
  };
  const count: Limits["count"] = (rate, who) => consume(requestRates[rate], byClass.get(rate), who);
  return {
    ...createDailyDistinct(redisLimits, factor),
    count,
    async countAddress(rate, address) {
      // one after another: what a subscriber's own limit refuses must not use up their neighbours' points
      let seconds = await count(rate, address);
      for (const { bits, network } of widerNetworks(address)) {
        if (seconds > 0) break;
        seconds = await consume(requestRates[rate], byNetwork[bits].get(rate), network);
      }
      return seconds;
    },
    recordAttempt: (kind, who) => consume(attemptLimits[kind], kinds.get(kind), who),
    async secondsBlocked(kind, who) {
      const result = await kinds.get(kind)?.get(who);
      return result && result.consumedPoints >= attemptLimits[kind].points
        ? secondsToWait(attemptLimits[kind], result)
        : 0;
    },
    async revokeAttempt(kind, who) {
      await kinds.get(kind)?.reward(who);
    },
    async clear(kind, who) {
      await kinds.get(kind)?.delete(who);
    },
  };
}
