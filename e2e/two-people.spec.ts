import { expect, test } from "@playwright/test";
import { isLanguage } from "#server/http/language.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility.ts";
import { Person } from "./person.ts";

const anna = {
  name: "Anna",
  gender: "female",
  seeks: "male",
  birth: { day: "17", month: "5", year: "1994" },
  country: "DE",
  town: "Potsdam",
} as const;
const ben = {
  name: "Ben",
  gender: "male",
  seeks: "female",
  birth: { day: "3", month: "11", year: "1991" },
  country: "DE",
  town: "Berlin",
} as const;

test("R1.01 R1.02 R1.03 R1.04 R1.07 R1.08 two people meet, from the home page to a paid message @each-language", async ({
  browser,
}, info) => {
  test.setTimeout(240_000);
  const { locale, viewport, hasTouch, isMobile, deviceScaleFactor, baseURL } = info.project.use;
  const language = locale?.slice(0, 2);
  if (!isLanguage(language)) throw new Error("a project without a language");
  const options = { locale, viewport, hasTouch, isMobile, deviceScaleFactor, baseURL };
  const her = await Person.arrive(browser, options, language, anna);
  const him = await Person.arrive(browser, options, language, ben);
  let pictures = 0;
  /** A picture of the screen for whoever looks at the run, and a look at what a machine can judge. */
  const look = async (person: Person, what: string) => {
    pictures += 1;
    await person.page.screenshot({ path: info.outputPath(`${String(pictures).padStart(2, "0")}-${what}.png`) });
    await expectNoSidewaysScroll(person.page);
    await expectAccessible(person.page);
  };

  await test.step("R4.01 both sign up and confirm their address", async () => {
    for (const person of [her, him]) {
      await person.open("/");
      if (person === her) await look(person, "home");
      await person.signUp();
      if (person === her) await look(person, "check-mail");
      await person.confirm();
      if (person === her) await look(person, "confirmed");
    }
  });

  await test.step("R1.02 she finds him by gender, country, region, age and distance", async () => {
    const query = "gender=male&country=DE&countryregion=DE-BE&min_age=30&max_age=40&distance=50&sort=newest";
    await her.open("/members");
    await look(her, "members");
    await her.open(`/members?${query}`);
    await look(her, "members-filtered");
    await her.page
      .getByRole("link", { name: new RegExp(him.wish.name) })
      .first()
      .click();
    await expect(her.page.getByRole("heading", { level: 1 })).toContainText(him.wish.name);
    await look(her, "profile");
  });

  await test.step("R2.08 she likes him; he sees the badge without a reload", async () => {
    await him.open("/members");
    const badge = him.page.getByText(him.say("shell:nav.new_likes", { count: 1 })).first();
    await expect(badge).toHaveCount(0);
    await her.page.getByRole("button", { name: her.say("likes:like"), exact: true }).click();
    await expect(badge).toBeAttached();
  });

  await test.step("R1.03 he likes back; both are told of the match", async () => {
    await him.page
      .getByRole("link", { name: new RegExp(him.say("shell:nav.likes")) })
      .first()
      .click();
    await expect(him.page.getByText(her.wish.name).first()).toBeVisible();
    await look(him, "likes");
    await him.page
      .getByRole("button", { name: new RegExp(him.say("likes:like_back")) })
      .first()
      .click();
    for (const person of [her, him]) {
      await expect(person.page.getByText(person.say("likes:match.title"))).toBeVisible();
    }
    await look(her, "match");
  });

  for (const person of [her, him]) expect(person.complaints).toEqual([]);
  await her.leave();
  await him.leave();
});
