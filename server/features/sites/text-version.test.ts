import { signUp } from "#contract/account.ts";
import { dayMs } from "#contract/durations.ts";
import { getPageSections } from "#contract/sites.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { test as base, expect } from "#server/test.ts";
import { siteAndCompany } from "./find-site.ts";
import { findTextVersion } from "./text-version.ts";

const test = base.extend("since", { scope: "file" }, ({ visitor }) => {
  return async (page: "terms" | "privacy" | "faq", language: "en" | "de" = "en") =>
    (await visitor().call(getPageSections, { query: { page } }, { language })).body.changed_at;
});

test("R9.05 a setting that a text names dates it anew, in each language, and no other text", async ({
  services,
  since,
  siteHas,
}) => {
  const first = services.clock.now().toISOString();
  expect([await since("terms"), await since("privacy"), await since("terms", "de")]).toEqual([first, first, first]);
  expect(await since("faq"), "no version").toBeNull();
  services.clock.advance(dayMs);
  expect(await since("terms"), "the same words").toBe(first);
  await siteHas({ answer_days: 1 });
  const changed = services.clock.now().toISOString();
  expect([await since("terms"), await since("terms", "de")]).toEqual([changed, changed]);
  expect(await since("privacy")).toBe(first);
  services.clock.advance(dayMs);
  await siteHas({ theme: "teal" });
  expect(await since("terms"), "the terms do not name the colours").toBe(changed);
});

test("R9.05 a release with other words dates the text, also one that brings earlier words back", async ({
  services,
  siteIds,
}) => {
  const { db, clock, texts } = services;
  const about = { ...(await siteAndCompany(db, siteIds[1])), language: "en", page: "terms" } as const;
  const released = {
    ...texts,
    catalog: <Catalog extends object>(language: "en", feature: string) => {
      const { terms, ...others } = texts.catalog<{ terms: object }>(language, feature);
      return { ...others, terms: { ...terms, title: "New terms" } } as unknown as Catalog;
    },
  };
  const version = async (release: typeof texts) =>
    (await findTextVersion({ db, texts: release, now: clock.now() }, about)).since;
  const before = await version(texts);
  for (const release of [released as typeof texts, texts]) {
    clock.advance(dayMs);
    const both = await Promise.all([version(release), version(release)]);
    expect(both).toEqual([clock.now().toISOString(), clock.now().toISOString()]);
    clock.advance(dayMs);
    expect(await version(release)).toBe(both[0]);
  }
  expect(before < (await version(texts))).toBe(true);
});

test("R9.05 the account keeps the date of the words that it accepted", async ({
  visitor,
  services,
  since,
  siteHas,
}) => {
  await siteHas({ answer_days: 2 });
  const { body } = await visitor().call(signUp, { body: signupForm() });
  const account = services.db.selectFrom("accounts").select("terms_version").where("id", "=", body.user.id);
  const { terms_version: accepted } = await account.executeTakeFirstOrThrow();
  expect(String(accepted)).toBe((await since("terms"))?.slice(0, 10));
});
