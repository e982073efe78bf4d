import type { Config } from "#server/config/config.ts";
import type { Random } from "#server/lib/random.ts";
import { createCoturnRelay } from "./coturn.ts";
import { loopbackRelay } from "./loopback.ts";
import type { Relay } from "./port.ts";

/** The relay that the configuration names; undefined: none, so there are no calls. */
export function createRelay({ turn, directCalls }: Config, random: Random): Relay | undefined {
  if (turn) return createCoturnRelay(turn, random);
  return directCalls ? loopbackRelay : undefined;
}
