import { signUp } from "#contract/account.ts";
import { searchMembers } from "#contract/members.ts";
import { getSettings } from "#contract/sites.ts";
import { trackingHeader } from "#contract/tracking.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { expect, test } from "#server/test.ts";

const from = (source: string) => ({ headers: { [trackingHeader]: source } });

test("R3.09 nothing is stored on a visitor's device for a traffic source, even if the site's rules depend on it", async ({
  client,
  siteHas,
}) => {
  await siteHas({ signups: "with_trafficsource" });
  const asked = { query: { route: "/?network=adnet&ref=a1&sub1=x" } };
  expect((await client.call(getSettings, asked, from("network=adnet"))).headers["set-cookie"]).toBeUndefined();
});

test("R6.01 R3.09 what the pages open, the signup takes: only a network is a traffic source, the visit's first", async ({
  visitor,
  services,
  siteHas,
}) => {
  await siteHas({ signups: "with_trafficsource" });
  let count = 0;
  const signs = async (tracking: Record<string, string>, source?: string) => {
    count += 1;
    const names = { name: `Source ${count}`, email: `source${count}@example.org` };
    const sent = source === undefined ? {} : from(source);
    return (await visitor().call(signUp, { body: signupForm({ ...names, tracking }) }, sent)).status;
  };
  expect(await signs({ ref: "x" })).toBe(403);
  expect(await signs({ ref: "x" }, "ref=y")).toBe(403);
  expect(await signs({ network: "adnet" })).toBe(200);
  // a later address without a network
  expect(await signs({ ref: "x", lander: "video" }, "network=adnet&lander=gallery&slug=spring")).toBe(200);
  const rows = await services.db.selectFrom("signup_tracking").select(["network", "ref", "lander", "slug"]).execute();
  expect(rows).toContainEqual({ network: "adnet", ref: "", lander: "gallery", slug: "spring" });
});

test("R6.02 visitors with a traffic source see what the site shows to them, others do not", async ({
  visitor,
  siteHas,
}) => {
  await siteHas({ logged_out_search: "none" });
  expect((await visitor().call(searchMembers)).status).toBe(403);
  expect((await visitor().call(searchMembers, {}, from("ref=adnet"))).status).toBe(403);
  expect((await visitor().call(searchMembers, {}, from("network=adnet"))).status).toBe(200);
});

test("R6.01 R3.09 a site may require a traffic source to sign up, which is saved with the account", async ({
  visitor,
  services,
  siteHas,
}) => {
  const { db } = services;
  await siteHas({ signups: "with_trafficsource" });
  expect((await visitor().call(signUp, { body: signupForm() })).body.error?.code).toBe("signups_closed");
  const sent = from("network=ad%00net&sub2=spring");
  const { user } = (await visitor().call(signUp, { body: signupForm() }, sent)).body;
  const saved = await db.selectFrom("signup_tracking").selectAll().where("account_id", "=", user.id).execute();
  expect(saved).toMatchObject([{ network: "adnet", ref: "", sub2: "spring" }]);
});
