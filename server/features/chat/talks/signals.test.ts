import fc from "fast-check";
import { getTalkRelay, type TalkSignal } from "#contract/talks.ts";
import { loopbackRelay } from "#server/ports/relay/loopback.ts";
import { expect } from "#server/test.ts";
import { relayCandidate, relaySdp, relaySignal } from "./relay-only.ts";
import { pageOf, test } from "./test-talk.ts";

/** What Chromium and Firefox say, with their own address 203.0.113.9, that of their network, and the relay's. */
const host = "candidate:842163049 1 udp 1677729535 192.168.1.23 46154 typ host generation 0 ufrag EsAw network-id 1";
const named = "candidate:1 1 UDP 2122187007 0a7c3a1e-8a58-4c3f-a9e7-4a1bcf5c3d6e.local 53705 typ host";
const reflexive =
  "candidate:842163049 1 udp 1677729535 203.0.113.9 46154 typ srflx raddr 192.168.1.23 rport 46154 generation 0";
const relayed =
  "candidate:3820345783 1 udp 41885439 198.51.100.7 58779 typ relay raddr 203.0.113.9 rport 46154 generation 0 ufrag EsAw network-id 1 network-cost 10";
const cleaned =
  "candidate:3820345783 1 udp 41885439 198.51.100.7 58779 typ relay raddr 0.0.0.0 rport 0 generation 0 ufrag EsAw network-id 1 network-cost 10";
const sdp = `v=0\r
o=- 4611731400430051336 2 IN IP4 203.0.113.9\r
s=-\r
t=0 0\r
a=group:BUNDLE 0\r
m=audio 46154 UDP/TLS/RTP/SAVPF 111\r
c=IN IP4 203.0.113.9\r
a=rtcp:46155 IN IP4 203.0.113.9\r
a=${host}\r
a=${reflexive}\r
a=${relayed}\r
a=remote-candidates:1 203.0.113.9 46154\r
a=end-of-candidates\r
a=ice-ufrag:EsAw\r
a=fingerprint:sha-256 75:74:5A:A6:A4:E5:52:F4:A7:67:4C:01:C7:EE:91:3F\r
a=rtpmap:111 opus/48000/2\r
`;

test("R12.02 of a browser's addresses only those of the relay pass, without the address behind it", () => {
  expect(relayCandidate(host)).toBeUndefined();
  expect(relayCandidate(named)).toBeUndefined();
  expect(relayCandidate(reflexive)).toBeUndefined();
  expect(relayCandidate(relayed)).toBe(cleaned);
  expect(relaySdp(sdp)).toBe(`v=0\r
o=- 4611731400430051336 2 IN IP4 0.0.0.0\r
s=-\r
t=0 0\r
a=group:BUNDLE 0\r
m=audio 9 UDP/TLS/RTP/SAVPF 111\r
c=IN IP4 0.0.0.0\r
a=rtcp:9 IN IP4 0.0.0.0\r
a=${cleaned}\r
a=end-of-candidates\r
a=ice-ufrag:EsAw\r
a=fingerprint:sha-256 75:74:5A:A6:A4:E5:52:F4:A7:67:4C:01:C7:EE:91:3F\r
a=rtpmap:111 opus/48000/2\r
`);
});

test("R12.02 no order, letter case or mixture of candidates lets another address pass", () => {
  const own = fc.ipV4().filter((address) => address !== "0.0.0.0" && !address.startsWith("198.51.100."));
  const kind = fc.constantFrom("host", "srflx", "prflx", "relay", "RELAY", "Host");
  const line = fc
    .record({ own, kind, protocol: fc.constantFrom("udp", "UDP", "tcp"), behind: fc.boolean() })
    .map(({ own: address, kind: type, protocol, behind }) => {
      const isRelay = type.toLowerCase() === "relay";
      const first = isRelay ? "198.51.100.7" : address;
      const related = behind || isRelay ? ` raddr ${address} rport 4242` : "";
      return { address, text: `candidate:7 1 ${protocol} 41885439 ${first} 4242 typ ${type}${related} generation 0` };
    });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), own, fc.constantFrom("\r\n", "\n", "\r"), (lines, mine, end) => {
      const description = [
        "v=0",
        `o=- 1 2 IN IP4 ${mine}`,
        `c=IN IP4 ${mine}`,
        ...lines.map(({ text }) => `a=${text}`),
      ];
      const signals: TalkSignal[] = [
        { kind: "description", type: "offer", sdp: description.join(end) },
        ...lines.map(({ text }) => ({
          kind: "candidate" as const,
          candidate: text,
          sdp_mid: "0",
          sdp_m_line_index: 0,
        })),
      ];
      const passed = JSON.stringify(signals.map(relaySignal));
      for (const address of [mine, ...lines.map((each) => each.address)]) {
        expect(passed.split(/[^\d.]/)).not.toContain(address);
      }
      const relays = lines.filter(({ text }) => /typ relay/i.test(text)).length;
      expect(relaySdp(description.join(end)).match(/typ relay/g)?.length ?? 0).toBe(relays);
    }),
  );
});

test("R12.02 any text is cleaned without a failure, and cleaning it again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      for (const each of [text, `a=candidate:${text}`, `${sdp}${text}`]) {
        const once = relaySdp(each);
        expect(relaySdp(once)).toBe(once);
        expect(once).not.toContain("203.0.113.9");
      }
    }),
  );
});

test("R12.02 signals reach the page of the other member that takes part, and are stored nowhere", async ({
  talking,
  events,
  services,
}) => {
  const { ben, hers, his, id } = await talking();
  const heard = events(ben);
  const word = "zqneverstoredqz";
  const description = { kind: "description", type: "offer", sdp: `${sdp}a=x:${word}\r\n` } as const;
  const candidate = { kind: "candidate", candidate: relayed, sdp_mid: "0", sdp_m_line_index: 0 } as const;
  for (const signal of [{ kind: "ready" } as const, description, candidate, { ...candidate, candidate: host }]) {
    expect((await hers.signal(id, signal)).status).toBe(200);
  }
  const to = { type: "talk_signal", talk: id, page: his.page };
  expect(heard).toEqual([
    { ...to, signal: { kind: "ready" } },
    { ...to, signal: { ...description, sdp: `${relaySdp(sdp)}a=x:${word}\r\n` } },
    { ...to, signal: { ...candidate, candidate: cleaned } },
  ]);
  const { rows } = await services.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of rows) {
    const { rowCount } = await services.pool.query(`select from "${name}" t where to_jsonb(t)::text like $1`, [
      `%${word}%`,
    ]);
    expect(rowCount, name).toBe(0);
  }
});

test("R12.02 without a relay, in the demo, all addresses pass", async ({ talking, events, services }) => {
  const { anna, ben, hers, id } = await talking();
  const { relay } = services;
  services.relay = loopbackRelay;
  const heard = events(ben);
  const signal = { kind: "candidate", candidate: host, sdp_mid: "0", sdp_m_line_index: 0 } as const;
  await hers.signal(id, signal);
  expect(heard).toMatchObject([{ signal }]);
  const { body } = await anna.client.call(getTalkRelay, { query: { id } });
  expect(body).toMatchObject({ policy: "all", servers: [] });
  services.relay = relay;
});

test("R12.02 only the members of a running call get the relay's credentials, for ten minutes", async ({
  friends,
  member,
  services,
}) => {
  const { anna, ben, hers, his } = await friends();
  const { id } = (await hers.ask(ben)).body.talk;
  const relayFor = async (viewer: { client: typeof anna.client }) =>
    await viewer.client.call(getTalkRelay, { query: { id } });
  expect((await relayFor(anna)).body).toMatchObject({ error: { code: "talk_over" } });
  await his.accept(id);
  const { body } = await relayFor(ben);
  expect(body).toMatchObject({ policy: "relay", servers: [{ urls: ["turn:turn.example.org:3478?transport=udp"] }] });
  expect(Date.parse(body.expires_at)).toBe(services.clock.now().getTime() + 600_000);
  expect(JSON.stringify(body)).not.toContain(ben.id);
  expect((await relayFor(await member())).body).toMatchObject({ error: { code: "talk_not_found" } });
  const other = pageOf(anna);
  expect((await other.signal(id, { kind: "ready" })).body).toMatchObject({ error: { code: "talk_elsewhere" } });
  await hers.end(id);
  expect((await relayFor(ben)).body).toMatchObject({ error: { code: "talk_over" } });
  expect((await hers.signal(id, { kind: "ready" })).body).toMatchObject({ error: { code: "talk_over" } });
});
