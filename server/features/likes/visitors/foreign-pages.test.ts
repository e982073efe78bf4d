import { getMember } from "#contract/members.ts";
import { getVisitors } from "#contract/visitors.ts";
import { expect, test } from "#server/test.ts";

const none = { "sec-fetch-site": undefined };

test.for<[string, boolean, Record<string, string | undefined>]>([
  ["a page of ours", true, {}],
  ["an old browser, whose referrer is a page of ours", true, { ...none, referer: "http://localhost/search" }],
  ["another site", false, { "sec-fetch-site": "cross-site" }],
  [
    "another site whose referrer looks like ours",
    false,
    { "sec-fetch-site": "cross-site", referer: "http://localhost/" },
  ],
  ["a sibling host", false, { "sec-fetch-site": "same-site" }],
  ["a typed address or another program", false, { "sec-fetch-site": "none" }],
  ["an old browser without a referrer", false, none],
  ["an old browser from another site", false, { ...none, referer: "https://evil.example/localhost" }],
  ["an old browser from another port", false, { ...none, referer: "http://localhost:1/" }],
  ["an old browser with another origin", false, { ...none, origin: "null", referer: "http://localhost/" }],
])("a visit is recorded only if a page of ours led to it: %s", async ([, isRecorded, headers], { pair }) => {
  const [anna, ben] = await pair();
  const { status } = await ben.client.call(getMember, { query: { id: anna.id } }, { headers });
  const { visitors } = (await anna.client.call(getVisitors)).body;
  expect([status, visitors.map(({ member }) => member.id)]).toEqual([200, isRecorded ? [ben.id] : []]);
});
