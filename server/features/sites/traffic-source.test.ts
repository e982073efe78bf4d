import { signUp } from "#contract/account.ts";
import { searchMembers } from "#contract/members.ts";
import { getSettings } from "#contract/sites.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { expect, test } from "#server/test.ts";
import { saveSetting } from "./store.ts";

test("R3.09 a traffic source is saved only if the site's rules need it, and the first one counts", async ({
  client,
  visitor,
  services,
  siteIds,
}) => {
  const { db, clock } = services;
  const site = siteIds[0];
  const arrive = (from: TestClient, page: string) => from.call(getSettings, { query: { route: page } });
  const curious = visitor();
  await arrive(curious, "/?network=adnet&ref=a1");
  expect(curious.cookies.has("tracking")).toBe(false);

  await saveSetting(db, site, "signups", "with_trafficsource");
  clock.advance(6_000);
  await arrive(client, "/members?gender=male");
  await arrive(client, "/?ref=without-network");
  expect(client.cookies.has("tracking")).toBe(false);
  const { headers } = await arrive(client, "/?network=adnet&ref=a1&sub1=x");
  expect(String(headers["set-cookie"])).toMatch(/^tracking=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  await arrive(client, "/?network=other");
  expect(new URLSearchParams(decodeURIComponent(client.cookies.get("tracking") ?? "")).get("network")).toBe("adnet");
  await saveSetting(db, site, "signups", "all");
  clock.advance(6_000);
});

test("R6.01 R3.09 what the pages open, the signup takes: only a network is a traffic source, the saved one first", async ({
  visitor,
  services,
  siteIds,
}) => {
  await saveSetting(services.db, siteIds[0], "signups", "with_trafficsource");
  services.clock.advance(6_000);
  let count = 0;
  const signs = async (client: TestClient, tracking?: Record<string, string>) => {
    count += 1;
    const names = { name: `Source ${count}`, email: `source${count}@example.org` };
    return (await client.call(signUp, { body: signupForm({ ...names, tracking }) })).status;
  };
  expect(await signs(visitor(), { ref: "x" })).toBe(403);
  expect(await signs(visitor(), { network: "adnet" })).toBe(200);
  const returning = visitor();
  await returning.call(getSettings, { query: { route: "/landers/gallery/spring?network=adnet" } });
  // a later address without a network
  expect(await signs(returning, { ref: "x", lander: "video" })).toBe(200);
  const rows = await services.db.selectFrom("signup_tracking").select(["network", "ref", "lander", "slug"]).execute();
  expect(rows).toContainEqual({ network: "adnet", ref: "", lander: "gallery", slug: "spring" });
  await saveSetting(services.db, siteIds[0], "signups", "all");
  services.clock.advance(6_000);
});

test("R6.02 visitors with a traffic source see what the site shows to them, others do not", async ({
  visitor,
  services,
  siteIds,
}) => {
  const { db, clock } = services;
  const site = siteIds[0];
  await saveSetting(db, site, "logged_out_search", "none");
  clock.advance(6_000);
  const [without, withSource] = [visitor(), visitor()];
  await withSource.call(getSettings, { query: { route: "/members?network=adnet" } });
  expect((await without.call(searchMembers)).status).toBe(403);
  expect((await withSource.call(searchMembers)).status).toBe(200);
  await saveSetting(db, site, "logged_out_search", "limited");
  clock.advance(6_000);
});

test("R6.01 R3.09 a site may require a traffic source to sign up, which is saved with the account", async ({
  visitor,
  services,
  siteIds,
}) => {
  const { db, clock } = services;
  await saveSetting(db, siteIds[0], "signups", "with_trafficsource");
  clock.advance(6_000);
  const [without, withSource] = [visitor(), visitor()];
  expect((await without.call(signUp, { body: signupForm() })).body.error?.code).toBe("signups_closed");
  await withSource.call(getSettings, { query: { route: "/?network=ad%00net&sub2=spring" } });
  // the form's page was reloaded, and has no tracking parameters
  const { user } = (await withSource.call(signUp, { body: signupForm() })).body;
  const saved = await db.selectFrom("signup_tracking").selectAll().where("account_id", "=", user.id).execute();
  expect(saved).toMatchObject([{ network: "adnet", ref: "", sub2: "spring" }]);
});
