import sharp from "sharp";
import { getUser } from "#contract/account.ts";
import { getMember, searchMembers } from "#contract/members.ts";
import { getOwnProfile, saveProfile } from "#contract/profiles.ts";
import { getSettings } from "#contract/sites.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { checkSetting, type SiteSettings } from "#server/site-settings.ts";
import { test as base, expect } from "#server/test.ts";
import { addPhoto } from "./photos/add-photo.ts";

const test = base
  .extend("anna", { scope: "file" }, ({ signedUp }) => signedUp({ name: "Anna" }))
  .extend("emil", { scope: "file" }, ({ signedUp }) => signedUp({ name: "Emil", gender: "male", seeks: "female" }))
  /** The id of Anna's photo. */
  .extend("photo", { scope: "file" }, async ({ anna, services, siteIds }) => {
    const picture = { width: 240, height: 300, channels: 3, background: "#a05070" } as const;
    const image = await sharp({ create: picture }).jpeg().toBuffer();
    return (await addPhoto(services, { siteId: siteIds[0], memberId: anna.id, image, status: "active" })).id;
  });

const profileOf = async (id: string, client: TestClient) =>
  (await client.call(getMember, { query: { id } })).body.profile;

test("R3.01 the user has every field of the list with its value", async ({ anna, photo }) => {
  const { user } = (await anna.client.call(getUser)).body;
  expect(user).toMatchObject({
    status: "active",
    credits: 5,
    paid_user: false,
    fictional_icon: "🎭",
    language: "en",
    notifications_disabled: [],
    signup_date: "2026-11-20T18:00:00.000Z",
    wanted_ages: { min: expect.any(Number), max: expect.any(Number) },
    profile: {
      name: "Anna",
      country: "DE",
      status: "active",
      main_image: {
        filename: `/photos/${photo}/full.webp`,
        thumb_filename: `/photos/${photo}/thumb.webp`,
        status: "active",
      },
    },
  });
});

test("R3.02 R3.03 a profile has every field of the list with its value", async ({ anna, emil, photo }) => {
  const saved = {
    hair_color: "red",
    eye_color: "green",
    body_type: "curvy",
    relationship_status: "single",
    tattoos: "some",
    interests: ["tea", "wine"],
    about_me: "I sing.",
  } as const;
  await anna.client.call(saveProfile, { body: { ...saved, interests: [...saved.interests] } });
  expect(await profileOf(anna.id, emil.client)).toMatchObject({
    ...saved,
    id: anna.id,
    name: "Anna",
    gender: "female",
    sexuality: "hetero",
    country: "DE",
    region: "DE-BE",
    city: "Berlin",
    photos: [{ filename: `/photos/${photo}/full.webp`, status: "active" }],
  });
});

test("D11.5 a member's sexuality is answered to themselves and to those who may suit, not to all others", async ({
  anna,
  emil,
  signedUp,
}) => {
  const otto = await signedUp({ name: "Otto", gender: "male", seeks: "male" });
  const seen = async (client: TestClient) => (await profileOf(anna.id, client)).sexuality;
  expect(await seen(anna.client)).toBe("hetero");
  expect(await seen(emil.client)).toBe("hetero");
  expect(await seen(otto.client)).toBeNull();
});

test("R3.02 main_image carries the path of the picture for a like or a match", async ({ anna, emil, photo }) => {
  const seen = await profileOf(anna.id, emil.client);
  expect(seen.main_image).toMatchObject({ status: "active", match: `/photos/${photo}/card.webp` });
  const [found] = (await emil.client.call(searchMembers)).body.members.filter(({ id }) => id === anna.id);
  expect(found?.main_image?.match).toBe(`/photos/${photo}/card.webp`);
  const path = seen.main_image?.match ?? "";
  const file = await emil.client.get(path);
  expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "image/webp"]);
});

test("R3.02 the date of birth is in the owner's own profile only; others see the age", async ({
  visitor,
  anna,
  emil,
}) => {
  expect(await profileOf(anna.id, anna.client)).toMatchObject({ date_of_birth: "1994-05-17", age: 32 });
  expect((await anna.client.call(getOwnProfile)).body.profile.date_of_birth).toBe("1994-05-17");
  for (const client of [emil.client, visitor()]) {
    const answer = await client.call(getMember, { query: { id: anna.id } });
    if (answer.status === 200) expect(answer.body.profile).toMatchObject({ date_of_birth: null, age: 32 });
    expect(JSON.stringify(answer.body)).not.toContain("1994-05-17");
  }
});

test("R3.04 the settings have the specification's values, as the site saved them", async ({
  siteHas,
  visitor,
  anna,
  emil,
  photo,
}) => {
  const saved: Partial<SiteSettings> = {
    domain_language: "da",
    niche: 7,
    message_length: 500,
    message_credits: 2,
    photo_credits: 4,
    gift_credits: 6,
    signup_credits: 7,
    support_phone: "+31 20 123 45-67",
    refund_days: 30,
    signups: "with_trafficsource",
    logged_out_search: "none",
    enable_site_entry_popup: false,
    visible_profile_notes: ["online"],
    search_fields: ["gender", "age"],
    cdn_prefix: "/cdn",
  };
  await siteHas(saved);
  expect((await visitor().call(getSettings)).body.settings).toMatchObject(saved);
  expect((await profileOf(anna.id, emil.client)).main_image).toMatchObject({
    filename: `/cdn/photos/${photo}/full.webp`,
    thumb_filename: `/cdn/photos/${photo}/thumb.webp`,
    match: `/cdn/photos/${photo}/card.webp`,
  });
});

test("D2.2 cdn_prefix is a path of this host or another host: saving anything else fails", () => {
  const right = ["", "/cdn", "/a/b-c", "https://cdn.example", "http://localhost:8080"];
  for (const prefix of right) expect(checkSetting("cdn_prefix", prefix)).toBe(prefix);
  const wrong = [
    "//cdn.example",
    "/cdn/",
    "cdn",
    "/..",
    "/a b",
    "https://",
    "https://cdn.example/",
    "https://cdn.example/a",
    "https://cdn.example;x",
  ];
  for (const prefix of wrong) {
    expect(() => checkSetting("cdn_prefix", prefix), prefix).toThrow();
  }
});
