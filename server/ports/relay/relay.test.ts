import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { systemRandom } from "#server/lib/random.ts";
import { createCoturnRelay } from "./coturn.ts";
import { createRelay } from "./create.ts";
import { loopbackRelay } from "./loopback.ts";
import { type Relay, talkFacts } from "./port.ts";

const urls = ["turn:turn.example.org:3478?transport=udp"];
const secret = "a secret of the relay, for tests only";
const now = new Date("2026-11-28T18:00:00Z");

const adapters: readonly Relay[] = [createCoturnRelay({ urls, secret }, systemRandom), loopbackRelay];

test.each(adapters)("R12.02 a relay with the policy $policy names no member and no address of a member", (relay) => {
  const servers = [...relay.servers(now), ...relay.servers(now)];
  // each page has credentials of its own, so that no two can be told to be one member's
  expect(new Set(servers.map(({ username }) => username)).size).toBe(servers.length);
  for (const server of servers) expect(Object.keys(server).sort()).toEqual(["credential", "urls", "username"]);
});

test.each(adapters)("R12.02 only a relay without servers lets browsers connect directly: $policy", (relay) => {
  expect(relay.policy).toBe(relay.servers(now).length > 0 ? "relay" : "all");
});

test("R12.02 coturn's credentials end after ten minutes, and need its secret", () => {
  const [server] = createCoturnRelay({ urls, secret }, { uuid: () => "one" }).servers(now);
  const username = `${now.getTime() / 1000 + 600}:one`;
  const credential = createHmac("sha1", secret).update(username).digest("base64");
  expect(server).toEqual({ urls, username, credential });
});

test("R12.02 production without a relay has no calls; elsewhere browsers connect directly", () => {
  const production = {
    NODE_ENV: "production",
    SECRET: "a secret for tests only, long enough",
    DATABASE_URL: "postgres://town@db/town",
    SMTP_URL: "smtp://mail.example.org",
    MOLLIE_API_KEY: `live_${"a1".repeat(15)}`,
  };
  const relayOf = (env: Record<string, string>) => createRelay(readConfig({ ...production, ...env }), systemRandom);
  expect(relayOf({})).toBeUndefined();
  expect(relayOf({ NODE_ENV: "test" })).toBe(loopbackRelay);
  const turn = { TURN_URLS: urls.join(), TURN_SECRET: secret };
  expect(relayOf(turn)).toMatchObject({ policy: "relay" });
  expect(relayOf({ ...turn, NODE_ENV: "test" })).toMatchObject({ policy: "relay" });
  expect(() => relayOf({ TURN_SECRET: secret })).toThrow("TURN_URLS and TURN_SECRET must be set together");
  expect(() => relayOf({ TURN_URLS: urls.join() })).toThrow("TURN_URLS and TURN_SECRET must be set together");
  expect(() => relayOf({ ...turn, TURN_URLS: "stun:stun.example.org" })).toThrow("must be like turn:");
});

test("R12.02 pages say of calls what the relay does: only through it addresses are hidden", () => {
  expect(talkFacts(undefined)).toEqual({ has_talks: false, direct_talks: false });
  expect(talkFacts(loopbackRelay)).toEqual({ has_talks: true, direct_talks: true });
  expect(talkFacts(createCoturnRelay({ urls, secret }, systemRandom))).toEqual({
    has_talks: true,
    direct_talks: false,
  });
});
