import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getUser } from "#contract/account.ts";
import { getChat, sendMessage } from "#contract/chat.ts";
import { languages } from "#contract/constants.ts";
import { likeMember } from "#contract/likes.ts";
import { setNotification } from "#contract/notifications.ts";
import { getOwnProfile, saveProfile, setSexuality } from "#contract/profiles.ts";
import { swipeMember } from "#contract/swipe.ts";
import { withdrawConsents } from "#server/features/profiles/index.ts";
import { test as base, expect } from "#server/test.ts";
import { consentWords } from "./words.ts";

const test = base.extend("historyOf", { scope: "file" }, ({ services }) => async ({ id }: { id: string }) => {
  const rows = await services.db
    .selectFrom("consents")
    .select(["subject", "given", "words", "language", "created_at"])
    .where("member_id", "=", id)
    .orderBy("id")
    .execute();
  return rows.map(({ created_at: at, ...row }) => ({ ...row, at: at.toISOString() }));
});

test("D11.5 the signup records the words of its box, their language and the time", async ({
  signedUp,
  historyOf,
  services,
}) => {
  const anna = await signedUp({ name: "Anna", email: "anna@example.org" });
  const [first, ...others] = await historyOf(anna);
  expect(others).toEqual([]);
  expect(first).toEqual({
    subject: "sexuality",
    given: true,
    words:
      "I agree that Rendezvous may use who I’m looking for, my likes, messages and photos, and the fact that I’m a " +
      "member here, to show me to others and others to me and to deliver what I send.\n" +
      "This can reveal your sexual orientation or something about your sex life, so we need your explicit consent. " +
      "You can withdraw it in your settings, under “Your consents”.",
    language: "en",
    at: services.clock.now().toISOString(),
  });
});

test("D11.5 each consent that is given and withdrawn is one entry, in the language of the request", async ({
  member,
  historyOf,
  services,
}) => {
  const ben = await member();
  const turn = async (input: { body: Record<string, boolean | string> }) =>
    expect((await ben.client.call(saveProfile, input, { language: "de" })).status).toBe(200);
  const notify = (kind: "digest" | "suggestions" | "visitor" | "message", enabled: boolean) =>
    ben.client.call(setNotification, { body: { kind, channel: "email", enabled } }, { language: "de" });
  await ben.client.call(setSexuality, { body: { seeks: "female" } }, { language: "de" });
  await turn({ body: { explicit_consent: true, about_me_consent: true, about_me: "I pray." } });
  await turn({ body: { shown_to_visitors: true, introduces: true } });
  // a repetition is none
  await turn({ body: { explicit_consent: true, about_me_consent: true, shown_to_visitors: true, introduces: true } });
  for (const kind of ["digest", "suggestions", "visitor"] as const) {
    await notify(kind, true);
    await notify(kind, true);
  }
  // news of one's own chats is no matter of consent
  await notify("message", false);
  const history = await historyOf(ben);
  expect(history.map(({ subject }) => subject)).toEqual([
    "sexuality",
    "explicit_interests",
    "about_me",
    "shown_to_visitors",
    "introductions",
    "digest_email",
    "suggestions_email",
    "visitor_email",
  ]);
  for (const { subject, words, language } of history) {
    const [key = ""] = consentWords[subject as keyof typeof consentWords];
    expect(words).toContain(services.texts.t(language as "en", key, { site: "Rendezvous" }));
    expect(language).toBe("de");
    expect(words).not.toMatch(/[{}]/);
  }
  services.clock.advance(60_000);
  const at = services.clock.now().toISOString();
  await turn({ body: { explicit_consent: false, about_me_consent: false, introduces: false } });
  await notify("digest", false);
  await ben.client.call(setSexuality, { body: { seeks: null } });
  const withdrawn = { given: false, words: null, language: null, at };
  expect((await historyOf(ben)).slice(history.length)).toEqual([
    { subject: "explicit_interests", ...withdrawn },
    { subject: "about_me", ...withdrawn },
    { subject: "introductions", ...withdrawn },
    { subject: "digest_email", ...withdrawn },
    { subject: "sexuality", ...withdrawn },
  ]);
});

test("D11.5 withdrawing what was never given leaves no entry", async ({ member, historyOf }) => {
  const cleo = await member();
  await cleo.client.call(saveProfile, {
    body: { explicit_consent: false, about_me_consent: false, introduces: false, shown_to_visitors: false },
  });
  await cleo.client.call(setNotification, { body: { kind: "digest", channel: "email", enabled: false } });
  expect(await historyOf(cleo)).toEqual([]);
});

test("D11.5 two requests at once that give the same consent are one entry", async ({ member, historyOf }) => {
  const dora = await member();
  const agree = () => dora.client.call(saveProfile, { body: { about_me_consent: true } });
  const answers = await Promise.all([agree(), agree(), agree()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await historyOf(dora)).map(({ subject }) => subject)).toEqual(["about_me"]);
});

test("D11.5 the box beside the text is optional; withdrawing the consent erases the text, also one under inspection", async ({
  member,
}) => {
  const eva = await member();
  const save = async (body: { about_me?: string; about_me_consent?: boolean }) =>
    (await eva.client.call(saveProfile, { body })).body;
  expect(await save({ about_me: "I like tea." })).toMatchObject({ about_me: "I like tea.", about_me_consent: false });
  expect(await save({ about_me_consent: true })).toMatchObject({ about_me: "I like tea.", about_me_consent: true });
  await save({ about_me: "Call 0171 2345678" });
  expect(await save({ about_me_consent: false })).toMatchObject({ about_me: "", about_me_consent: false });
  const own = (await eva.client.call(getOwnProfile)).body;
  expect([own.about_me, own.about_me_inspection, own.profile.about_me]).toEqual(["", false, ""]);
});

test("D11.5 what a restored database had forgotten is withdrawn again, with an entry", async ({
  member,
  historyOf,
  services,
}) => {
  const finn = await member();
  await finn.client.call(saveProfile, { body: { about_me: "I pray.", about_me_consent: true } });
  const agrees = { sexuality: true, explicit: true, about_me: false, click: true };
  expect(await withdrawConsents(services.db, finn.id, agrees, services.clock.now())).toBe(true);
  expect((await finn.client.call(getOwnProfile)).body).toMatchObject({ about_me: "", about_me_consent: false });
  expect((await historyOf(finn)).map(({ given }) => given)).toEqual([true, false]);
});

test("D11.5 what a member agrees to by a switch is read whole: no line break, after which the rest opens only", ({
  services,
}) => {
  for (const key of ["account:privacy.visitors_note", "account:privacy.introduces_note"]) {
    for (const language of languages) {
      expect(services.texts.t(language, key, { count: 3, away: 7 }), `${language} ${key}`).not.toContain("\n");
    }
  }
});

/** The file that shows each consent whose keys it names literally. */
const screens = {
  sexuality: ["signup/fields.tsx", "settings/consents.tsx"],
  click: ["signup/fields.tsx"],
  explicit_interests: ["profiles/interests-field.tsx"],
  about_me: ["profiles/about-me-consent.tsx"],
  shown_to_visitors: ["setting-parts/profile-switch.tsx"],
  introductions: ["settings/privacy-settings.tsx"],
  selfie: ["profiles/verification/verification-section.tsx"],
  document: ["profiles/verification/age-section.tsx"],
} as const;

test("D11.5 the recorded words are those of the screens", () => {
  for (const [subject, files] of Object.entries(screens)) {
    for (const file of files) {
      const source = readFileSync(join(import.meta.dirname, "../../../../web", file), "utf8");
      for (const words of consentWords[subject as keyof typeof screens]) {
        const key = words.split(":")[1] ?? "";
        // a switch has its label and its note by one key
        const bySwitch = `words={(part) => t(\`${key.replace(/_note$/, "")}\${part}\``;
        expect(source.includes(`t("${key}"`) || source.includes(bySwitch), `${file} ${words}`).toBe(true);
      }
    }
  }
});

test("D11.5 a member who withdrew the consent goes on with their chats, and approaches no one new, at no cost", async ({
  member,
}) => {
  const [anna, ben, cleo] = [await member({ credits: 20 }), await member({ credits: 20 }), await member()];
  const { client } = anna;
  const write = (to: { id: string }) => client.call(sendMessage, { body: { member: to.id, text: "Hi" } });
  const like = () => client.call(likeMember, { body: { id: cleo.id } });
  expect((await write(ben)).status).toBe(200);
  await client.call(setSexuality, { body: { seeks: null } });
  const withdrawn = (await client.call(getUser)).body.user;
  expect(withdrawn?.lacks_consent).toBe(true);
  const swipe = () => client.call(swipeMember, { body: { id: cleo.id, like: true } });
  for (const { status, body } of [await like(), await write(cleo), await swipe()]) {
    expect([status, body.error?.code, body.error?.link]).toEqual([403, "consent_withdrawn", "/notifications/consents"]);
    expect(body.error?.message).toBe("You withdrew your consent, so you can’t like anyone or write to anyone new.");
  }
  expect((await cleo.client.call(getChat, { query: { member: anna.id } })).status).toBe(404);
  expect((await client.call(getUser)).body.user?.credits).toBe(withdrawn?.credits);
  expect((await write(ben)).status).toBe(200);
  // in a chat of the two not even if the other one is in no list either
  expect((await ben.client.call(sendMessage, { body: { member: anna.id, text: "Hello" } })).status).toBe(200);
  await ben.client.call(setSexuality, { body: { seeks: null } });
  expect((await write(ben)).status).toBe(200);
  await client.call(setSexuality, { body: { seeks: "both" } });
  expect((await client.call(getUser)).body.user?.lacks_consent).toBe(false);
  expect([(await like()).status, (await write(cleo)).status]).toEqual([200, 200]);
});
