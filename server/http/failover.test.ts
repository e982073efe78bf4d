import { getChats, sendMessage } from "#contract/chat.ts";
import { createApp } from "#server/app.ts";
import { openPool } from "#server/db/pool.ts";
import { openFaultyProxy, targetOf, withPort } from "#server/db/test-faulty-proxy.ts";
import { expect, test } from "#server/test.ts";
import { TestClient } from "./test-client.ts";

test("D12.3 without a primary a read and a write answer 503 with Retry-After, and both work once there is one", async ({
  services,
  pair,
}) => {
  const [anna, ben] = await pair();
  const url = new URL(services.config.databaseUrl ?? "");
  const primary = await openFaultyProxy(targetOf(url));
  const { db, pool } = openPool(withPort(url, primary.port), 4, () => {});
  const app = await createApp({ ...services, db, pool });
  const client = Object.assign(new TestClient(app), { cookies: anna.client.cookies });
  const ask = async () => {
    const read = await client.call(getChats);
    const written = await client.call(sendMessage, { body: { member: ben.id, text: "Hello" } });
    return [read, written].map(({ status, body, headers }) => [status, body.error?.code, headers["retry-after"]]);
  };
  const answered = [200, undefined, undefined];
  const refused = [503, "unavailable", "5"];
  expect(await ask()).toEqual([answered, answered]);
  primary.behave("gone");
  expect(await ask()).toEqual([refused, refused]);
  // the alert PrimaryMissing is about this
  expect((await app.inject({ url: "/metrics" })).body).toMatch(/^rendezvous_database_timeline nan$/im);
  primary.behave("well");
  expect(await ask()).toEqual([answered, answered]);
  await app.close();
  await pool.end();
  await primary.close();
});
