import { dayMs } from "#contract/durations.ts";
import { addStaffPasskey, getStaff, getStaffChallenge, logInStaff, offerStaffPasskey } from "#contract/staff.ts";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config/config.ts";
import { TestAuthenticator } from "#server/features/auth/test-authenticator.ts";
import { test as base, expect } from "#server/features/auth/test-logins.ts";
import { TestClient } from "#server/http/test-client.ts";
import { codeOf, staffLogin, staffMember, staffPassword } from "./test-staff.ts";

const test = base.extend("block", { scope: "file" }, ({ given }) => async (who: { email: string; secret: string }) => {
  for (let count = 1; count <= 5; count += 1) await staffLogin(given, who, { password: "guessed" });
  expect((await staffLogin(given, who)).answer.status).toBe(429);
});

test("D3.5 strangers who guess do not keep staff out of a browser that has logged in before", async ({
  given,
  block,
}) => {
  const who = await staffMember(given);
  await block(who);
  const body = { email: who.email, password: staffPassword, code: codeOf(given, who.secret, 1) };
  expect((await who.client.call(logInStaff, { body })).status).toBe(200);
});

test("D3.5 a browser that has logged in before has five attempts of its own", async ({ given }) => {
  const who = await staffMember(given);
  const body = { email: who.email, password: "guessed", code: "000000" };
  for (let count = 1; count <= 4; count += 1) expect((await who.client.call(logInStaff, { body })).status).toBe(401);
  expect((await who.client.call(logInStaff, { body })).status).toBe(429);
  expect((await staffLogin(given, who)).answer.status).toBe(200);
});

test("a browser is known to its own staff member only, and for 180 days", async ({ given, services, block }) => {
  const [who, other] = [await staffMember(given), await staffMember(given)];
  await block(who);
  const body = { email: who.email, password: staffPassword, code: codeOf(given, who.secret, 1) };
  expect((await other.client.call(logInStaff, { body })).status).toBe(429);
  const forged = new TestClient(given.app);
  forged.cookies.set("staff_device", Buffer.alloc(38, 1).toString("base64url"));
  expect((await forged.call(logInStaff, { body })).status).toBe(429);
  services.clock.advance(180 * dayMs);
  const late = { ...body, code: codeOf(given, who.secret, 1) };
  expect((await who.client.call(logInStaff, { body: late })).status).toBe(429);
});

test("D3.5 strangers who guess do not keep the holder of a passkey out of a new browser", async ({ given, block }) => {
  const who = await staffMember(given);
  const device = new TestAuthenticator();
  const offer = (await who.client.call(offerStaffPasskey, { body: {} })).body.options;
  await who.client.call(addStaffPasskey, { body: { name: "Key", response: device.create(offer) } });
  await block(who);
  const attempt = async (key: TestAuthenticator, password: string) => {
    const client = new TestClient(given.app);
    const { options } = (await client.call(getStaffChallenge)).body;
    return (await client.call(logInStaff, { body: { email: who.email, password, passkey: key.use(options) } })).status;
  };
  // passkeys of strangers, more than five
  const stranger = new TestAuthenticator();
  stranger.create(offer);
  for (let count = 1; count <= 6; count += 1) expect(await attempt(stranger, "guessed")).toBe(401);
  expect(await attempt(device, staffPassword)).toBe(200);
  for (let count = 1; count <= 4; count += 1) expect(await attempt(device, "guessed")).toBe(401);
  expect(await attempt(device, "guessed")).toBe(429);
});

test("outside of the networks of STAFF_NETWORKS the back office does not exist, inside it works", async ({
  services,
}) => {
  const { secret } = services.config;
  const networks = "192.0.2.0/24,2001:db8::/32,198.51.100.7";
  const { staffNetworks } = readConfig({ NODE_ENV: "test", SECRET: secret, STAFF_NETWORKS: networks });
  const app = await createApp({ ...services, config: { ...services.config, staffNetworks } });
  const client = new TestClient(app);
  const body = { email: "anyone@example.org", password: "guessed", code: "000000" };
  for (const address of ["192.0.2.77", "::ffff:192.0.2.1", "2001:db8:1::2", "198.51.100.7"]) {
    expect((await client.call(getStaff, {}, { address })).status, address).toBe(200);
    expect((await client.call(logInStaff, { body }, { address })).status, address).toBe(401);
  }
  for (const address of ["192.0.3.1", "2001:db9::1", "127.0.0.1", "198.51.100.8"]) {
    expect((await client.call(getStaff, {}, { address })).status, address).toBe(404);
    expect((await client.call(logInStaff, { body }, { address })).body.error?.code, address).toBe("not_found");
    const file = `/staff%2Dfiles/photo/${crypto.randomUUID()}.webp`;
    expect((await app.inject({ url: file, remoteAddress: address })).statusCode, address).toBe(404);
  }
  await app.close();
});

test("D12.2 a network that is none stops the start", () => {
  for (const networks of ["example.org", "192.0.2.0/33", "192.0.2.1/", "::1/129", "192.0.2.0/24;10.0.0.0/8"]) {
    const env = { NODE_ENV: "test", SECRET: "a secret for tests only, long enough", STAFF_NETWORKS: networks };
    expect(() => readConfig(env), networks).toThrow("STAFF_NETWORKS must be like 192.0.2.0/24,2001:db8::/32");
  }
});
