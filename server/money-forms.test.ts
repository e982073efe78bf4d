import { randomUUID } from "node:crypto";
import { getApiKeys } from "#contract/api-keys.ts";
import { getPartner, getPartners } from "#contract/partners.ts";
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
      (url: string, fields: Record<string, string>) =>
        postForm(app, admin, url, fields),
  );

test("R13.05 without scripts an API key is made, shown once, and revoked", async ({ admin, post }) => {
  const list = async () => (await admin.call(getApiKeys)).body.keys;
  const add = { form: "add", form_key: randomUUID(), name: "Warehouse", site: "", days: "90" };
  const refused = await post("/staff/api-keys", { ...add, form_key: randomUUID() });
  expect(refused.status).toBe(400);
  expect(refused.main).toContain('value="Warehouse"');
  expect(await list()).toEqual([]);
  const made = await post("/staff/api-keys", { ...add, "scope.figures": "on" });
  expect(made.status).toBe(200);
  expect(made.words).toContain("Here is the key");
  const [key] = await list();
  expect(key).toMatchObject({ name: "Warehouse", scopes: ["figures"], state: "open" });
  const secret = /select-all[^>]*>([^<]+)</.exec(made.main)?.[1] ?? "";
  expect(secret.length).toBeGreaterThan(30);
  const repeated = await post("/staff/api-keys", { ...add, "scope.figures": "on" });
  expect(repeated.words).toContain("An earlier try made this key");
  expect(repeated.main).not.toContain(secret);
  const id = key?.id ?? "";
  expect((await post("/staff/api-keys", { form: "revoke", id })).words).toContain("The key is revoked.");
  expect((await list())[0]?.state).toBe("revoked");
  expect((await post("/staff/api-keys", { form: "revoke", id })).status).toBe(400);
});

test("R13.02 without scripts a partner is added and changed, its link made and revoked, and a payout asked for", async ({
  admin,
  post,
  load,
}) => {
  const add = {
    ...{ form: "add", site: "rendezvous", name: "Adnet Ltd", network: "adnet", iban: "", currency: "eur" },
    ...{ least: "0.01", signup: "0.01", buyer: "5", share: "12.5", hold: "30" },
  };
  const refused = await post("/staff/partners", { ...add, hold: "1000", share: "33" });
  expect(refused.status).toBe(400);
  expect(refused.main).toContain('value="Adnet Ltd"');
  expect(refused.main, "what was typed stays, not what the field starts with").toContain('value="33"');
  const made = await post("/staff/partners", add);
  expect([made.status, made.words]).toEqual([200, expect.stringContaining("Saved.")]);
  const [row] = (await admin.call(getPartners, { query: { site: "rendezvous" } })).body.partners;
  const id = row?.id ?? "";
  const partner = async () => (await admin.call(getPartner, { query: { id } })).body;
  expect(await partner()).toMatchObject({
    ...{ name: "Adnet Ltd", networks: ["adnet"], currency: "EUR", least: 1, link: null },
    all_terms: [{ signup: 1, buyer: 500, share: 1_250, hold: 30 }],
  });
  const page = `/staff/partners/${id}`;
  expect((await post(page, { form: "network", id, network: "second" })).words).toContain("Saved.");
  const details = { form: "details", id, currency: "EUR", name: "Adnet SA", iban: "", least: "20" };
  expect((await post(page, details)).words).toContain("Adnet SA");
  const terms = {
    form: "terms",
    id,
    currency: "EUR",
    from: "2020-01-01",
    signup: "2",
    buyer: "0",
    share: "0",
    hold: "9",
  };
  const tooEarly = await post(page, terms);
  expect(tooEarly.status).toBe(400);
  expect(tooEarly.main).toContain('value="2020-01-01"');
  expect((await post(page, { ...terms, from: "2030-01-01" })).words).toContain("Saved.");
  expect(await partner()).toMatchObject({ name: "Adnet SA", networks: ["adnet", "second"], least: 2_000 });
  expect((await partner()).all_terms[0]).toMatchObject({ from: "2030-01-01", signup: 200, hold: 9 });

  await post(page, { form: "make_link", id });
  const link = new URL((await partner()).link ?? "");
  const read = async () => wordsOf(partOf((await load("en", link.pathname)).body, "main"));
  expect(await read()).toContain("Adnet SA");
  await post(page, { form: "revoke_link", id });
  expect((await partner()).link).toBeNull();
  expect(await read()).toContain("This link doesn’t work any more");

  const payout = await post("/staff/partners", { form: "pay", site: "rendezvous", currency: "EUR", iban: "x" });
  expect(payout.status).toBe(400);
});
