import type { Relay } from "./port.ts";

/** No relay: both browsers are on one machine or in one network, as in the demo. */
export const loopbackRelay: Relay = {
  policy: "all",
  servers: () => [],
};
