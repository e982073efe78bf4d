import { type RawBuilder, sql } from "kysely";
import type { PostbackAnswer } from "#server/ports/postbacks/port.ts";

/** Seconds from each attempt to the next one: twelve in almost six days, so an outage of four days loses none. */
const delays = [60, 300, 1_800, 7_200, 21_600, 43_200, 86_400, 86_400, 86_400, 86_400, 86_400];
const attempts = delays.length + 1;

/** SQL: what a claim sets, before anything is sent: one attempt more, and when it is tried again. */
export const nextAttempt = (
  now: Date,
): RawBuilder<unknown> => sql`attempts = attempts + 1, next_at = ${now}::timestamptz
  + make_interval(secs => (${delays}::integer[])[least(attempts + 1, ${delays.length})])`;

/** The end of what got this answer at this attempt; null: it is tried again. */
export function endOf({ outcome }: Pick<PostbackAnswer, "outcome">, attempt: number): "sent" | "failed" | null {
  if (outcome === "accepted") return "sent";
  return outcome === "forbidden" || attempt >= attempts ? "failed" : null;
}
