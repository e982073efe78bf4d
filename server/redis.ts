import { Redis, type RedisOptions } from "ioredis";
import { readSentinelUrl } from "./config/service-urls.ts";

/** Milliseconds: a command fails after `commandMs`; a connection silent for `socketMs` is opened anew. */
const commandMs = 1_000;
const socketMs = 1_500;
const longestPauseMs = 2_000;

/** The reason to log for a reconnect that had no error. */
export const connectionClosed = "the connection was closed";

type WatchedPart = "limits" | "events" | "connection" | "subscriber";

/** Redis's health, to which each part reports. Logs one line when Redis goes away, and one when it is back. */
export type RedisWatch = {
  failed(part: WatchedPart, error: unknown): void;
  worked(part: WatchedPart): void;
};

type Log = { warn(values: object, text: string): void; info(values: object, text: string): void };

export function watchRedis(log: Log): RedisWatch {
  const failing = new Set<string>();
  return {
    failed(part, error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (failing.size === 0)
        log.warn({ part, reason }, "Redis is unreachable: rate limits and events work within this process only");
      failing.add(part);
    },
    worked(part) {
      if (failing.delete(part) && failing.size === 0) log.info({}, "Redis is reachable again");
    },
  };
}

/** A client of the Redis at the address, or of the master that the Sentinels at the address name. */
export function createRedisClient(url: string, options: RedisOptions): Redis {
  const group = readSentinelUrl(url);
  if (!group) return new Redis(url, options);
  return new Redis({
    ...options,
    ...group,
    sentinelCommandTimeout: commandMs,
    // subscribes to the Sentinels, so that a former master which is still connected is left at once
    failoverDetector: true,
    ...(options.retryStrategy && { sentinelRetryStrategy: options.retryStrategy }),
  });
}

/** Fails at once while Redis is away, and reconnects by itself. No command is resent: each caller has a fallback. */
export function openRedis(url: string, watch: RedisWatch): Redis {
  const redis = createRedisClient(url, {
    commandTimeout: commandMs,
    socketTimeout: socketMs,
    connectTimeout: socketMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(times * 100, longestPauseMs),
    // a master that became a replica keeps its connections
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  });
  redis.on("error", (error: Error) => watch.failed("connection", error));
  redis.on("reconnecting", () => watch.failed("connection", new Error(connectionClosed)));
  redis.on("ready", () => {
    for (const part of ["limits", "events", "connection"] as const) watch.worked(part);
  });
  return redis;
}
