import { afterAll, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { seeksOf } from "#server/features/profiles/index.ts";
import { kilometresBetween, siteAndCompany } from "#server/features/sites/index.ts";
import { type Country, countries } from "./countries.ts";
import { demoSeed, firstSiteShare, membersInAll } from "./load.ts";
import { peopleWhoLogIn } from "./logins.ts";
import { type Person, peopleOf } from "./people.ts";
import { withTowns } from "./towns.ts";

const { services, siteIds, close } = await testServices();
afterAll(close);

const looksFor = (one: Person, other: Person) => {
  const { seeks_men, seeks_women } = seeksOf(one.gender, one.sexuality);
  return other.gender === "male" ? seeks_men : seeks_women;
};

test("D12.1 D4.3 at least 60 members live within 50 km of each login; a page of them fits both ways", async () => {
  const { db, clock } = services;
  const { site } = await siteAndCompany(db, siteIds[0] ?? 0);
  const among = site.settings.countries.filter((code): code is Country => code in countries);
  const count = Math.round(membersInAll * firstSiteShare);
  const now = clock.now();
  const invented = peopleOf({ seed: `${demoSeed} ${site.key}`, count, countries: among, now });
  const logins = peopleWhoLogIn(demoSeed, now);
  const everyone = [...invented, ...logins];
  const homes = new Map((await withTowns(db, everyone)).map(({ id, place }) => [id, place]));
  for (const login of logins) {
    const from = homes.get(login.id);
    const near = invented.filter((other) => {
      const town = homes.get(other.id);
      return from && town && kilometresBetween(from, town) <= 50;
    });
    expect(near.length).toBeGreaterThanOrEqual(60);
    expect(new Set(near.map((person) => homes.get(person.id)?.city_id)).size).toBeGreaterThan(15);
    const fitting = near.filter((other) => !other.fictional && looksFor(login, other) && looksFor(other, login));
    expect(fitting.length, login.name).toBeGreaterThanOrEqual(25);
  }
});
