import { searchPage } from "#contract/constants.ts";
import { getCard, searchMembers } from "#contract/members.ts";
import { trackingHeader } from "#contract/tracking.ts";
import type { TestClient } from "#server/http/test-client.ts";
import type { SiteSettings } from "#server/site-settings.ts";
import { expect } from "#server/test.ts";
import { allPagesBy, searchBy, test } from "./test-search.ts";

test.beforeAll(async ({ people }) => {
  for (let number = 0; number < 30; number += 1) await people.man("there", { interests: ["art"] });
});

type Visible = SiteSettings["logged_out_search"];
/** How much of the search a visitor sees whose page sends this record of the visit's origin. */
async function seenBy(client: TestClient, origin = ""): Promise<Visible> {
  const options = { headers: { [trackingHeader]: origin } };
  const first = await client.call(searchMembers, {}, options);
  if (first.status === 403) {
    expect(first.body).toMatchObject({ authentication_required: true, error: { code: "authentication_required" } });
    expect(first.body.members).toBeUndefined();
    return "none";
  }
  expect(first.body.members).toHaveLength(searchPage);
  const second = await client.call(searchMembers, { query: { cursor: first.body.next_cursor ?? "" } }, options);
  return second.status === 403 ? "limited" : "all";
}

const settings = ["none", "limited", "all"] as const;
const both = settings.flatMap((visitors) => settings.map((withSource) => [visitors, withSource] as const));

test.for(both)(
  "R6.02 if visitors see %s and those with a traffic source see %s, each sees exactly that",
  async ([visitors, withSource], { visitor, siteHas }) => {
    await siteHas({ logged_out_search: visitors, logged_out_search_trafficsource: withSource });
    expect(await seenBy(visitor())).toBe(visitors);
    expect(await seenBy(visitor(), "network=adnet")).toBe(withSource);
    // only the network makes a traffic source
    expect(await seenBy(visitor(), "ref=adnet")).toBe(visitors);
  },
);

test("R6.02 a visitor who sees all can open all pages, without distances and percentages", async ({
  visitor,
  siteHas,
}) => {
  await siteHas({ logged_out_search: "all", logged_out_search_trafficsource: "all" });
  const client = visitor();
  expect(new Set(await allPagesBy(client, {})).size).toBe(30);
  const { members, total } = await searchBy(client, { interests: "art", sort: "best" });
  expect(total.count).toBe(30);
  for (const card of members) expect(card).toMatchObject({ distance: null, match_percentage: null });
});

test("R6.02 a visitor learns of no member who is online or Premium, by a card or by a filter", async ({
  visitor,
  people,
  services,
  siteHas,
}) => {
  await siteHas({ logged_out_search: "all", logged_out_search_trafficsource: "all" });
  const now = services.clock.now();
  const here = await people.man("online", { premium: true, lastActiveAt: now, createdAt: now });
  const client = visitor();
  const { members, total } = await searchBy(client, { online: "1", sort: "newest" });
  expect(total.count).toBe(31);
  expect(members.find(({ id }) => id === here.id)).toMatchObject({ online: false, premium: false });
  const { member } = (await client.call(getCard, { query: { id: here.id } })).body;
  expect(member).toMatchObject({ online: false, premium: false });
});

test("R6.02 no filter shows what the site hides from visitors", async ({ visitor, siteHas }) => {
  await siteHas({ logged_out_search: "none", logged_out_search_trafficsource: "limited" });
  const client = visitor();
  for (const query of [{ sort: "newest" }, { online: "1" }, { interests: "art" }, { cursor: "x" }, { anyone: "1" }]) {
    expect((await client.call(searchMembers, { query } as never)).status).toBe(403);
  }
});
