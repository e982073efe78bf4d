import { describe } from "vitest";
import { getUser } from "#contract/account.ts";
import { logIn, logOut } from "#contract/auth.ts";
import { subscribePush, unsubscribePush } from "#contract/notifications.ts";
import { getSettings } from "#contract/sites.ts";
import { test as base, expect } from "#server/test.ts";
import { testDevice } from "./test-device.ts";

let count = 0;

const test = base
  .extend("person", { scope: "file" }, ({ signedUp }) => async (name: string) => {
    count += 1;
    return await signedUp({ name: `${name} ${count}`, email: `${name}${count}@example.org`.toLowerCase() });
  })
  .extend(
    "storedRows",
    { scope: "file" },
    ({ services }) =>
      () =>
        services.db
          .selectFrom("push_subscriptions")
          .select(["account_id", "endpoint", "time_zone", "user_agent"])
          .orderBy("created_at")
          .execute(),
  )
  .extend(
    "endpointsOf",
    { scope: "file" },
    ({ storedRows }) =>
      async (id: string) =>
        (await storedRows()).filter((row) => row.account_id === id).map((row) => row.endpoint),
  );

test("R3.04 settings.php returns the key with which browsers subscribe", async ({ services, visitor }) => {
  const { settings } = (await visitor().call(getSettings)).body;
  expect(settings.push_public_key).toBe(services.push.publicKey);
});

test("R3.06 R7.01 POST user.php?push=1 stores a subscription; without the query it is still the login", async ({
  storedRows,
  person,
  app,
}) => {
  const anna = await person("Anna");
  const { subscription } = testDevice("anna");
  anna.client.cookies.set("tz", "Europe/Helsinki");
  const headers = { "user-agent": "Test browser" };
  const answer = await anna.client.call(subscribePush, { body: { subscription } }, { headers });
  expect([answer.status, answer.body]).toEqual([200, { subscribed: true }]);
  expect((await storedRows()).filter((row) => row.account_id === anna.id)).toEqual([
    {
      account_id: anna.id,
      endpoint: subscription.endpoint,
      time_zone: "Europe/Helsinki",
      user_agent: "Test browser",
    },
  ]);
  const login = await anna.client.call(logIn, { body: { login: anna.form.email, password: anna.form.password } });
  expect(login.body.user.id).toBe(anna.id);
  const neither = await app.inject({
    method: "POST",
    url: "/api/user.php?push=2",
    headers: { host: "localhost", "sec-fetch-site": "same-origin", "x-request-type": "client" },
    payload: {},
  });
  expect(Object.keys(neither.json().error.fields)).toEqual(["login", "password"]);
});

test("R3.06 subscribing again changes nothing; a device has one subscription", async ({ endpointsOf, person }) => {
  const { client, id } = await person("Bea");
  const [first, second] = [testDevice("bea-1").subscription, testDevice("bea-2").subscription];
  for (const subscription of [first, first, second]) await client.call(subscribePush, { body: { subscription } });
  expect(await endpointsOf(id)).toEqual([second.endpoint]);
});

test("R3.06 an invalid time zone counts as UTC", async ({ storedRows, person }) => {
  const { client, id } = await person("Cleo");
  client.cookies.set("tz", "Mars/Olympus");
  await client.call(subscribePush, { body: { subscription: testDevice("cleo").subscription } });
  expect((await storedRows()).find((row) => row.account_id === id)?.time_zone).toBe("UTC");
});

const refused: [string, string][] = [
  ["a private address", "https://192.168.0.1/push"],
  ["this machine", "https://localhost/fcm/send/x"],
  ["plain http", "http://fcm.googleapis.com/fcm/send/x"],
  ["another port", "https://fcm.googleapis.com:8443/fcm/send/x"],
  ["a login in the address", "https://user:secret@fcm.googleapis.com/x"],
  ["a name with the same beginning", "https://fcm.googleapis.com.evil.example/x"],
  ["a name with the same end", "https://evilpush.apple.com.example/x"],
  ["a name with a prefix", "https://evil-notify.windows.com/x"],
  ["no address", "fcm.googleapis.com"],
];
test.for(refused)(
  "R3.06 %s is not a known push service and is refused",
  async ([, endpoint], { endpointsOf, person }) => {
    const { client, id } = await person("Dora");
    const subscription = { ...testDevice("dora").subscription, endpoint };
    const answer = await client.call(subscribePush, { body: { subscription } });
    expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([400, ["subscription.endpoint"]]);
    expect(await endpointsOf(id)).toEqual([]);
  },
);

test.for([
  "https://fcm.googleapis.com/fcm/send/x",
  "https://updates.push.services.mozilla.com/wpush/v2/x",
  "https://wns2-am3p.notify.windows.com/w/?token=x",
  "https://web.push.apple.com/x",
])("R3.06 %s is a known push service", async (address, { person }) => {
  const { client } = await person("Elsa");
  const subscription = { ...testDevice("elsa").subscription, endpoint: `${address}${count}` };
  expect((await client.call(subscribePush, { body: { subscription } })).status).toBe(200);
});

const keys = testDevice("keys").subscription.keys;
test.for<[string, typeof keys]>([
  ["too short", { ...keys, p256dh: keys.p256dh.slice(0, 40) }],
  ["not on the curve", { ...keys, p256dh: Buffer.alloc(65, 4).toString("base64url") }],
  ["of another length", { ...keys, auth: "AAAA" }],
])("R3.06 keys %s are refused", async ([, wrong], { person }) => {
  const { client } = await person("Fay");
  const subscription = { ...testDevice("fay").subscription, keys: wrong };
  const answer = await client.call(subscribePush, { body: { subscription } });
  expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([400, ["subscription.keys"]]);
});

describe("D9.4 a device belongs to the member who is logged in on it", () => {
  test("a logout ends its subscription, and only its own", async ({ endpointsOf, person, visitor }) => {
    const phone = await person("Gina");
    const laptop = visitor();
    await laptop.call(logIn, { body: { login: phone.form.email, password: phone.form.password } });
    await phone.client.call(subscribePush, { body: { subscription: testDevice("gina-phone").subscription } });
    const { subscription } = testDevice("gina-laptop");
    await laptop.call(subscribePush, { body: { subscription } });
    await phone.client.call(logOut);
    expect(await endpointsOf(phone.id)).toEqual([subscription.endpoint]);
  });

  test("another member who logs in on it takes its subscription over", async ({ endpointsOf, person }) => {
    const [hedi, ina] = [await person("Hedi"), await person("Ina")];
    const { subscription } = testDevice("shared");
    await hedi.client.call(subscribePush, { body: { subscription } });
    await ina.client.call(subscribePush, { body: { subscription } });
    expect([await endpointsOf(hedi.id), await endpointsOf(ina.id)]).toEqual([[], [subscription.endpoint]]);
  });

  test("the endpoint alone takes nothing over: that needs its keys", async ({ endpointsOf, person }) => {
    const [jana, mallory] = [await person("Jana"), await person("Mallory")];
    const { subscription } = testDevice("jana");
    await jana.client.call(subscribePush, { body: { subscription } });
    const stolen = { ...testDevice("mallory").subscription, endpoint: subscription.endpoint };
    const answer = await mallory.client.call(subscribePush, { body: { subscription: stolen } });
    expect(answer.status).toBe(400);
    expect(await endpointsOf(jana.id)).toEqual([subscription.endpoint]);
  });

  test("switching off ends the member's own subscription, never another member's", async ({ endpointsOf, person }) => {
    const [kim, lea] = [await person("Kim"), await person("Lea")];
    const { subscription } = testDevice("kim");
    await kim.client.call(subscribePush, { body: { subscription } });
    const body = { endpoint: subscription.endpoint };
    expect((await lea.client.call(unsubscribePush, { body })).body).toEqual({ subscribed: false });
    expect(await endpointsOf(kim.id)).toHaveLength(1);
    await kim.client.call(unsubscribePush, { body });
    expect(await endpointsOf(kim.id)).toEqual([]);
    expect((await kim.client.call(getUser)).body.user?.id).toBe(kim.id);
  });
});
