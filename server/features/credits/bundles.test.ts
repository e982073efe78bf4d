import type { Bundle } from "#contract/credits.ts";
import { makeMember } from "#demo/factories.ts";
import { expect, type Fixtures, test } from "#server/test.ts";
import { offerBundles } from "./offer-bundles.ts";

const dutchAddress = "193.0.6.139";

async function offered(app: Fixtures["app"], query: string, from: { address?: string; cookie?: string } = {}) {
  const answer = await app.inject({
    url: `/api/bundles.php${query}`,
    headers: { host: "localhost", ...(from.cookie ? { cookie: from.cookie } : {}) },
    remoteAddress: from.address ?? "127.0.0.1",
  });
  const body: { country: string | null; bundles: Bundle[]; methods: string[] } = answer.json();
  return { status: answer.statusCode, ...body, currency: body.bundles?.[0]?.currency };
}

test("D7.2 a visitor gets the prices of the requested country, with VAT and payment methods", async ({ app }) => {
  const polish = await offered(app, "?country=PL", { address: dutchAddress });
  expect(polish).toMatchObject({ status: 200, country: "PL", currency: "PLN" });
  expect(polish.bundles.map(({ credits }) => credits)).toEqual([10, 25, 60, 150]);
  expect(polish.bundles[0]).toMatchObject({ price: 4299, vat_percent: 23, vat: 804 });
  expect(polish.methods).not.toEqual([]);
});

test("D7.2 without a request, those of the country of their IP address, else of the site's first country", async ({
  app,
}) => {
  expect(await offered(app, "", { address: dutchAddress })).toMatchObject({ country: "NL", currency: "EUR" });
  expect(await offered(app, "")).toMatchObject({ country: "DK", currency: "DKK" });
});

test("D7.2 a member gets those of their own country, whatever country they request", async ({
  services,
  siteIds,
  app,
}) => {
  const { cookie } = await makeMember(services, { siteId: siteIds[0], country: "SE" });
  expect(await offered(app, "?country=PL", { cookie, address: dutchAddress })).toMatchObject({
    country: "SE",
    currency: "SEK",
  });
});

test("D7.2 an invalid country is refused", async ({ app }) => {
  expect((await offered(app, "?country=sweden")).status).toBe(400);
});

test("D7.2 a site without a phone number sells nothing in the European Economic Area, whose law demands one", async ({
  services,
  siteIds,
}) => {
  const { db, clock } = services;
  const id = siteIds[0] ?? 0;
  const creditsOn = async (phone: string, country: string) =>
    (await offerBundles(db, { site: { id, phone }, memberId: null, now: clock.now() }, country)).bundles.length;
  expect([await creditsOn("", "NL"), await creditsOn("", "NO"), await creditsOn("", "GB")]).toEqual([0, 0, 4]);
  expect(await creditsOn("+31201234567", "NL")).toBe(4);
});
