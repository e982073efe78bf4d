import { createECDH } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { isPublicAddress } from "#server/config/public-address.ts";
import type { Push, PushMessage, PushTarget } from "./port.ts";
import { createRecordingPush } from "./recording.ts";
import { startPushService, vapidClaims } from "./test-push-service.ts";
import { createWebPush, isPushService } from "./web-push.ts";

const service = await startPushService();
afterAll(() => service.close());
afterEach(() => {
  service.answer.status = 201;
  service.answer.location = "";
});

const keys = createECDH("prime256v1");
keys.generateKeys();
const vapid = {
  publicKey: keys.getPublicKey("base64url"),
  privateKey: keys.getPrivateKey().toString("base64url"),
  subject: "mailto:push@example.org",
};
const here = { services: (endpoint: string) => endpoint.startsWith(service.origin), addresses: () => true };
const web = createWebPush(vapid, here);
const recording = createRecordingPush();

const message = (changed: Partial<PushMessage> = {}): PushMessage => ({
  payload: JSON.stringify({ title: "Żaneta ♥ sent you a message" }),
  ttl: 3600,
  topic: "a-topic",
  urgency: "normal",
  ...changed,
});

type Carrier = {
  name: string;
  push: Push;
  target(name: string): PushTarget;
  newest(): { payload: string; ttl: number; topic: string; urgency: string };
  end(target: PushTarget): void;
  break(target: PushTarget): void;
};
const carriers: Carrier[] = [
  {
    name: "recording",
    push: recording,
    target: (name) => ({ endpoint: `https://fcm.googleapis.com/${name}`, p256dh: "", auth: "" }),
    newest: () => recording.sent.at(-1) ?? message(),
    end: ({ endpoint }) => recording.gone.add(endpoint),
    break: ({ endpoint }) => recording.broken.add(endpoint),
  },
  {
    name: "web-push",
    push: web,
    target: (name) => service.browser(name).target,
    newest() {
      const newest = service.received.at(-1);
      const header = (name: string) => String(newest?.headers[name]);
      const [topic, urgency] = [header("topic"), header("urgency")];
      return { payload: newest?.text ?? "", ttl: Number(header("ttl")), topic, urgency };
    },
    end: () => {
      service.answer.status = 410;
    },
    break: () => {
      service.answer.status = 503;
    },
  },
];

describe.each(carriers)("push by $name", ({ push, target, newest, end, break: fail }) => {
  test("arrives as it was written, in any script, with its lifetime and its topic", async () => {
    const written = message({ ttl: 60, urgency: "high" });
    expect(await push.send(target("one"), written)).toBe("taken");
    const { payload, ttl, topic, urgency } = newest();
    expect({ payload, ttl, topic, urgency }).toEqual(written);
  });

  test("D9.3 reports that a subscription has ended", async () => {
    const ended = target("ended");
    end(ended);
    expect(await push.send(ended, message())).toBe("gone");
  });

  test("fails if the service does, so that it can be retried", async () => {
    const broken = target("broken");
    fail(broken);
    await expect(push.send(broken, message())).rejects.toThrow("503");
  });

  test("has a key that browsers subscribe with", () => {
    expect(Buffer.from(push.publicKey, "base64url")).toHaveLength(65);
  });
});

describe("web push", () => {
  test("RFC 8291 is encrypted: only its own browser can read it", async () => {
    await web.send(service.browser("sealed").target, message());
    expect(service.received.at(-1)?.headers["content-encoding"]).toBe("aes128gcm");
    expect(service.received.at(-1)?.text).toContain("Żaneta");
  });

  test("RFC 8292 is signed with our keys, for this service, for a day at most, and names its sender", async () => {
    await web.send(service.browser("signed").target, message());
    const signed = vapidClaims(service.received.at(-1)?.headers.authorization ?? "");
    expect(signed?.key).toBe(vapid.publicKey);
    expect(signed?.claims).toMatchObject({ aud: service.origin, sub: vapid.subject });
    expect(Number(signed?.claims.exp) - Date.now() / 1000).toBeLessThanOrEqual(86_400);
  });

  test.each([404, 410])("D9.3 %i ends the subscription", async (status) => {
    service.answer.status = status;
    expect(await web.send(service.browser("ended").target, message())).toBe("gone");
  });

  test.each([400, 403, 413, 429, 500])("%i is a failure, not an end", async (status) => {
    service.answer.status = status;
    await expect(web.send(service.browser("failing").target, message())).rejects.toThrow(String(status));
  });

  test("follows no redirect", async () => {
    const before = service.received.length;
    service.answer.status = 307;
    service.answer.location = `${service.origin}/elsewhere`;
    await expect(web.send(service.browser("moved").target, message())).rejects.toThrow("307");
    expect(service.received.length - before).toBe(1);
  });

  test("connects only to known services, whatever endpoint was stored", async () => {
    const real = createWebPush(vapid);
    const before = service.received.length;
    await expect(real.send(service.browser("foreign").target, message())).rejects.toThrow("not a known push service");
    expect(service.received.length).toBe(before);
  });

  test("never connects to this machine or its network, whatever a name resolves to", async () => {
    const guarded = createWebPush(vapid, { services: () => true, addresses: isPublicAddress });
    const target = { ...service.browser("inside").target, endpoint: `http://localhost:${service.port}/push/inside` };
    await expect(guarded.send(target, message())).rejects.toThrow("not an allowed address");
  });

  test("fails if no service listens", async () => {
    const closed = await startPushService();
    const { target } = closed.browser("nobody");
    await closed.close();
    const unguarded = createWebPush(vapid, { services: () => true, addresses: () => true });
    await expect(unguarded.send(target, message())).rejects.toThrow("ECONNREFUSED");
  });
});

test("R3.06 the known push services, over https, by their full host names", () => {
  const endpoints = [
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
    "https://web.push.apple.com/abc",
  ];
  for (const endpoint of endpoints) expect(isPushService(endpoint), endpoint).toBe(true);
  const unknown = [
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com:444/x",
    "https://user@fcm.googleapis.com/x",
    "https://fcm.googleapis.com.example/x",
    "https://notify.windows.com/x",
    "https://xnotify.windows.com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "ftp://fcm.googleapis.com/x",
    "nonsense",
    "",
  ];
  for (const endpoint of unknown) expect(isPushService(endpoint), endpoint).toBe(false);
});

test.each([
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["172.16.0.1", false],
  ["172.32.0.1", true],
  ["192.168.178.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["142.250.74.10", true],
  ["::1", false],
  ["::", false],
  ["fe80::1", false],
  ["fc00::1", false],
  ["fd12:3456::1", false],
  ["ff02::1", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:8.8.8.8", false],
  ["64:ff9b::7f00:1", false],
  ["2002:7f00:1::", false],
  ["2001:0:7f00:1::", false],
  ["2a00:1450:4001:830::200a", true],
  ["not an address", false],
])("the address %s is out on the internet: %s", (address, out) => {
  expect(isPublicAddress(address)).toBe(out);
});
