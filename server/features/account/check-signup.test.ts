import { checkSignup } from "#contract/account.ts";
import { createLimits } from "#server/http/rate-limits.ts";
import { expect, type Fixtures, test } from "#server/test.ts";

test.beforeAll(async ({ signedUp }) => {
  await signedUp({ name: "Paula", email: "paula@example.org" });
});

const check = async (visitor: Fixtures["visitor"], body: { name?: string; email?: string }, host?: string) =>
  (await visitor(host).call(checkSignup, { body })).body;

test("D3.8 R5.03 an address with a typo in its domain is answered with the intended one", async ({ visitor }) => {
  expect(await check(visitor, { email: "nina+x@gmial.com" })).toEqual({ suggestion: "nina+x@gmail.com" });
  expect(await check(visitor, { email: "nina@gmail.de" })).toEqual({ suggestion: "nina@gmail.com" });
  for (const email of ["nina@web.de", "nina@bücher.example", "nina@example.org"]) {
    expect(await check(visitor, { email })).toEqual({ suggestion: null });
  }
  expect(await check(visitor, {})).toEqual({ suggestion: null });
});

test("D3.8 the domains of this site's settings are known, those of another site are not", async ({
  visitor,
  siteIds,
  siteHas,
}) => {
  await siteHas({ email_domains: ["verein-hamburg.de"] }, siteIds[1]);
  const typed = { email: "nina@verein-hambrg.de" };
  expect(await check(visitor, typed, "127.0.0.1")).toEqual({ suggestion: "nina@verein-hamburg.de" });
  expect(await check(visitor, { email: "nina@verein-hamburg.de" }, "127.0.0.1")).toEqual({ suggestion: null });
  expect(await check(visitor, typed)).toEqual({ suggestion: null });
});

const refused: [string, { name?: string; email?: string }, Record<string, string>][] = [
  ["R5.03 an invalid address", { email: "nina@" }, { email: "Invalid email" }],
  ["R5.03 no address at all", { email: " " }, { email: "Please fill this in." }],
  [
    "R5.04 an address with an account",
    { email: "Paula@Example.org" },
    { email: "An account with this e-mail address already exists" },
  ],
  [
    "D3.2 a name that is taken",
    { name: "PAULА" },
    { name: expect.stringMatching(/^This username is taken\. PAULА\d+ is free\.$/) },
  ],
  [
    "D3.2 a name like ours",
    { name: "Support Team" },
    { name: "This sounds like our team. Please choose another username." },
  ],
  ["R5.02 a name that starts with @", { name: "@nina" }, { name: "Username may not start with @" }],
  [
    "R5.02 a name that is the address",
    { name: "nina@example.org", email: "nina@example.org" },
    { name: "Username may not be the same as your e-mail address" },
  ],
  ["R5.02 both at once", { name: "Jo", email: "nina" }, { name: "Use 3 to 30 characters." }],
];
test.for(refused)("%s is refused as at the signup", async ([_, body, fields], { visitor }) => {
  const { error } = await check(visitor, body);
  expect(error?.code).toBe("invalid_input");
  expect(error?.fields).toMatchObject(fields);
});

test("D2.1 a name and address taken on one site are free on the other", async ({ visitor }) => {
  expect(await check(visitor, { name: "Paula", email: "paula@example.org" }, "127.0.0.1")).toEqual({
    suggestion: null,
  });
});

test("R6.01 the check reveals nothing if the site takes no signups", async ({ visitor, siteHas }) => {
  await siteHas({ signups: "none" });
  expect((await check(visitor, { email: "paula@example.org" })).error?.code).toBe("signups_closed");
});

test("R5.04 an IP address can check 60 addresses an hour; then it gets a 429 with Retry-After", async ({
  client,
  services,
}) => {
  const { limits } = services;
  services.limits = createLimits(undefined);
  for (let count = 0; count < 60; count += 1) expect((await client.call(checkSignup)).status).toBe(200);
  const answer = await client.call(checkSignup);
  expect([answer.status, answer.body.error?.code]).toEqual([429, "too_many_requests"]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(3_000);
  services.limits = limits;
});
