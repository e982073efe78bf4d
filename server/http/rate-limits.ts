import type { Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { RateClass } from "#contract/call.ts";

/** Points in seconds: by class of call, counted for a member, or for an address where nobody is logged in. */
const classes = {
  read: { points: 600, duration: 60 },
  write: { points: 180, duration: 60 },
  login: { points: 60, duration: 900 },
  signup: { points: 30, duration: 3600 },
  check: { points: 60, duration: 3600 },
  mail: { points: 5, duration: 86_400 },
  report: { points: 30, duration: 86_400 },
  upload: { points: 120, duration: 3600 },
  webhook: { points: 1200, duration: 60 },
} satisfies Record<RateClass, { points: number; duration: number }>;

const quarter = { duration: 900, blockDuration: 900 };

/**
 * So many within `duration` seconds, then none for `blockDuration`: wrong passwords for an account, from an address, and
 * from a browser that has logged in before (D3.5); addresses that nobody has, asked for from one address (`/64` for
 * IPv6); mails that let one in without a password, for an account (D3.6), and mails to new addresses.
 */
const counted = {
  account: { points: 5, ...quarter },
  address: { points: 20, ...quarter },
  device: { points: 5, ...quarter },
  unknown_address: { points: 3, duration: 3600, blockDuration: 3600 },
  reset_mail: { points: 3, duration: 86_400, blockDuration: 0 },
  mail_change: { points: 5, duration: 86_400, blockDuration: 0 },
};
export type Counted = keyof typeof counted;

export type Limits = {
  /** Counts one call; answers the seconds to wait where there were too many, else 0. */
  count(rate: RateClass, who: string): Promise<number>;
  /** Seconds until the next one is allowed, 0 where it is now; counts nothing. */
  blocked(kind: Counted, who: string): Promise<number>;
  /** Counts one; answers like `blocked`: the last one that is allowed tells already how long the next has to wait. */
  add(kind: Counted, who: string): Promise<number>;
  /** Forgets them all, as after a right password. */
  clear(kind: Counted, who: string): Promise<void>;
};

const seconds = (result: RateLimiterRes) => Math.max(1, Math.ceil(result.msBeforeNext / 1000));

/** Limits in this process, or in Redis for all of them. `factor` widens the call classes for load tests. */
export function createLimits(redis: Redis | undefined, factor = 1): Limits {
  const make = (
    name: string,
    options: { points: number; duration: number; blockDuration?: number },
  ): RateLimiterAbstract =>
    redis
      ? new RateLimiterRedis({ storeClient: redis, keyPrefix: `limit:${name}`, ...options })
      : new RateLimiterMemory({ keyPrefix: name, ...options });
  const byClass = new Map(
    Object.entries(classes).map(([name, options]) => [
      name,
      make(name, { ...options, points: options.points * factor }),
    ]),
  );
  const kinds = new Map(Object.entries(counted).map(([name, options]) => [name, make(name, options)]));
  const consume = async (limiter: RateLimiterAbstract | undefined, who: string): Promise<number> => {
    try {
      await limiter?.consume(who);
      return 0;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return seconds(refused);
      throw refused;
    }
  };
  return {
    count: (rate, who) => consume(byClass.get(rate), who),
    async blocked(kind, who) {
      const result = await kinds.get(kind)?.get(who);
      return result && result.consumedPoints >= counted[kind].points ? seconds(result) : 0;
    },
    async add(kind, who) {
      const limiter = kinds.get(kind);
      const refused = await consume(limiter, who);
      if (refused > 0) return refused;
      const result = await limiter?.get(who);
      const { points, blockDuration } = counted[kind];
      if (!result || result.consumedPoints < points) return 0;
      if (blockDuration === 0) return seconds(result);
      await limiter?.block(who, blockDuration);
      return blockDuration;
    },
    async clear(kind, who) {
      await kinds.get(kind)?.delete(who);
    },
  };
}
