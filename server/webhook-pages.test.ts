import { randomUUID } from "node:crypto";
import { getWebhooks } from "#contract/webhooks.ts";
import { sendWebhooks } from "#server/features/advertising/webhooks/send-webhooks.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect } from "#server/test.ts";
import { test as base, partOf, postForm, wordsOf } from "./test-pages.ts";

/** An admin whose browser has no scripts. */
const test = base
  .extend("admin", { scope: "file" }, async ({ given }) => (await staffMember(given, "admin")).client)
  .extend(
    "post",
    { scope: "file" },
    ({ app, admin }) =>
      (fields: Record<string, string>) =>
        postForm(app, admin, "/staff/webhooks", fields),
  );

test("R13.05 without scripts an endpoint is made, tested, sent to again and revoked", async ({
  admin,
  post,
  load,
  services,
}) => {
  const list = async () => (await admin.call(getWebhooks)).body.endpoints;
  const add = { form: "add", form_key: randomUUID(), label: "Warehouse", url: "https://events.example/in", site: "" };
  const refused = await post(add);
  expect(refused.status).toBe(400);
  expect(refused.main).toContain('value="Warehouse"');
  expect(refused.words).not.toContain("Here is the secret");
  expect(await list()).toEqual([]);

  const made = await post({ ...add, "event.member.banned": "on", "event.purchase.refunded": "on" });
  expect(made.status).toBe(200);
  expect(made.words).toMatch(/Here is the secret.*whsec_[A-Za-z0-9+/]{43}=/);
  const repeated = await post({ ...add, "event.member.banned": "on", "event.purchase.refunded": "on" });
  expect(repeated.words).toContain("An earlier try made this endpoint");
  expect(repeated.words).not.toContain("whsec_");
  const [endpoint, ...others] = await list();
  expect([endpoint?.events, others]).toEqual([["member.banned", "purchase.refunded"], []]);
  const { id = "" } = endpoint ?? {};

  expect((await post({ form: "test", id })).words).toContain("The test goes out within ten seconds.");
  services.postbacks.answers.push({ outcome: "forbidden", status: null, detail: "a private address" });
  await sendWebhooks.run(services, {});
  const page = wordsOf(partOf((await load("en", "/staff/webhooks", { client: admin })).body, "main"));
  expect(page).toContain("Some deliveries failed and won’t be tried again.");
  expect(page).toMatch(/Test ?Failed.*Not a public address.*Attempts: 1.*a private address/);
  const { id: delivery = "" } = (await list())[0]?.deliveries[0] ?? {};
  expect((await post({ form: "again", id: delivery })).words).toContain("It goes out again within ten seconds.");
  await sendWebhooks.run(services, {});
  expect((await list())[0]?.deliveries[0]).toMatchObject({ state: "sent", attempts: 2 });

  expect((await post({ form: "revoke", id })).words).toContain("The endpoint is revoked.");
  expect((await list())[0]?.state).toBe("revoked");
  expect((await post({ form: "revoke", id })).status).toBe(400);
});

test("R13.02 without scripts an endpoint is made for a network, and its withheld delivery says why", async ({
  admin,
  post,
  load,
  services,
  siteHas,
}) => {
  const url = "https://net.example/in?click={sub1}&id={conversion}";
  await siteHas({ postbacks: [{ network: "adnet", steps: ["signup"], url }] });
  const add = { form: "add", label: "Partner", url: "https://net.example/events", site: "", network: "adnet" };
  const refused = await post({ ...add, "event.member.banned": "on" });
  expect(refused.status).toBe(400);
  expect(refused.main).toMatch(/<option value="adnet" selected/);
  const made = await post({ ...add, "event.purchase.completed": "on" });
  expect(made.words).toMatch(/Here is the secret.*whsec_/);
  const { id = "" } = (await admin.call(getWebhooks)).body.endpoints.find(({ network }) => network === "adnet") ?? {};
  const at = services.clock.now();
  const erased = { endpoint_id: id, type: "purchase.completed", data: "{}", created_at: at, next_at: at };
  await services.db.insertInto("webhook_deliveries").values(erased).execute();
  await sendWebhooks.run(services, {});
  const page = wordsOf(partOf((await load("en", "/staff/webhooks", { client: admin })).body, "main"));
  expect(page).toMatch(/Network ?adnet/);
  expect(page).toContain("Not sent: the member’s consent has ended");
});
