import type { AnswerOf } from "#contract/call.ts";
import { deadLettersShown, type getOperations } from "#contract/operations.ts";
import type { Services } from "#server/services.ts";
import { findQueues } from "../numbers/queue-store.ts";
import { partsOf, readError } from "./rules.ts";
import { countDead, countFeedback, countWaiting, findHealth, listDead, ping } from "./store.ts";

/** What runs, what waits, what failed, and what is configured. */
export async function showOperations(
  { db, config }: Pick<Services, "db" | "config">,
  now: Date,
): Promise<AnswerOf<typeof getOperations>> {
  const begun = performance.now();
  await ping(db);
  const database_ms = Math.round(performance.now() - begun);
  const health = await findHealth(db);
  const waiting = await countWaiting(db);
  const counts = await countDead(db);
  const letters = await listDead(db, deadLettersShown);
  return {
    at: now.toISOString(),
    health: {
      database_ms,
      ...health,
      up_seconds: Math.floor(process.uptime()),
      memory_bytes: process.memoryUsage.rss(),
    },
    parts: partsOf(config),
    queues: await findQueues(db, null, config.queueHours),
    jobs: waiting.map(({ due_since, ...job }) => ({ ...job, due_since: due_since?.toISOString() ?? null })),
    dead: {
      counts,
      letters: letters.map(({ output, at, ...letter }) => ({
        ...letter,
        at: at.toISOString(),
        error: readError(output),
      })),
    },
    feedback: await countFeedback(db, now),
  };
}
