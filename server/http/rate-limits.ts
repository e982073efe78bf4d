import type { Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { RateClass } from "#contract/call.ts";

/** Points in seconds: by class of call, counted for a member, or for an address where nobody is logged in. */
const classes = {
  read: { points: 600, duration: 60 },
  write: { points: 180, duration: 60 },
  login: { points: 60, duration: 900 },
  signup: { points: 30, duration: 3600 },
  mail: { points: 5, duration: 86_400 },
  webhook: { points: 1200, duration: 60 },
} satisfies Record<RateClass, { points: number; duration: number }>;

/** D3.5: wrong attempts within 15 minutes that block further ones for 15 minutes. */
const attempts = {
  account: { points: 5, duration: 900, blockDuration: 900 },
  address: { points: 20, duration: 900, blockDuration: 900 },
};

export type Limits = {
  /** Counts one call; answers the seconds to wait where there were too many, else 0. */
  count(rate: RateClass, who: string): Promise<number>;
  /** Seconds for which attempts are blocked, 0 where they are not; counts nothing. */
  blocked(kind: keyof typeof attempts, who: string): Promise<number>;
  /** Counts a wrong attempt; answers like `blocked`. */
  wrong(kind: keyof typeof attempts, who: string): Promise<number>;
  /** Forgets the wrong attempts after a right one. */
  right(kind: keyof typeof attempts, who: string): Promise<void>;
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
  const byAttempt = { account: make("account", attempts.account), address: make("address", attempts.address) };
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
      const result = await byAttempt[kind].get(who);
      return result && result.consumedPoints >= attempts[kind].points ? seconds(result) : 0;
    },
    async wrong(kind, who) {
      const refused = await consume(byAttempt[kind], who);
      if (refused > 0) return refused;
      const result = await byAttempt[kind].get(who);
      if (!result || result.consumedPoints < attempts[kind].points) return 0;
      await byAttempt[kind].block(who, attempts[kind].blockDuration);
      return attempts[kind].blockDuration;
    },
    async right(kind, who) {
      await byAttempt[kind].delete(who);
    },
  };
}
