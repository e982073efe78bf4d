import { createHmac } from "node:crypto";
import { minuteMs } from "#contract/durations.ts";
import type { Random } from "#server/lib/random.ts";
import { credentialMinutes, type Relay } from "./port.ts";

export type TurnServer = {
  /** Such as `turn:turn.example.org:3478?transport=udp`. */
  urls: readonly string[];
  /** coturn's `static-auth-secret`. */
  secret: string;
};

/**
 * A TURN server that knows our secret, such as coturn with `use-auth-secret`: the name of a user says until when it is
 * valid, and its password is the HMAC of that name (draft-uberti-behave-turn-rest-00).
 */
export function createCoturnRelay({ urls, secret }: TurnServer, random: Pick<Random, "uuid">): Relay {
  return {
    policy: "relay",
    servers(now) {
      const expires = Math.floor((now.getTime() + credentialMinutes * minuteMs) / 1000);
      const username = `${expires}:${random.uuid()}`;
      const credential = createHmac("sha1", secret).update(username).digest("base64");
      return [{ urls: [...urls], username, credential }];
    },
  };
}
