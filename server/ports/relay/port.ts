import type { IceServer, RelayPolicy } from "#contract/talks.ts";

/** How long a page can open connections through the relay with the same credentials; these may last longer. */
export const credentialMinutes = 10;

/** What pages say of calls: whether there are any, and whether the browsers connect without a relay. */
export const talkFacts = (relay: Relay | undefined) => ({
  has_talks: relay !== undefined,
  direct_talks: relay?.policy === "all",
});

/** Carries what two browsers in a call send each other, so that neither learns the other's address (R12.02). */
export type Relay = {
  /** `all`: the browsers may connect directly, which tells each the other's address. Only the demo does that. */
  readonly policy: RelayPolicy;
  /** The relay's addresses, with credentials that end `credentialMinutes` after `now` and name no member. */
  servers(now: Date): IceServer[];
};
