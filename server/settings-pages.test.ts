import { getDecisions, objectToDecision } from "#contract/decisions.ts";
import { decideObjection, decideText } from "#contract/office.ts";
import { saveQuestions } from "#contract/opening-questions.ts";
import { settingPath, settingSections } from "#contract/setting-sections.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect } from "#server/test.ts";
import { createTexts } from "#server/texts.ts";
import { attributes, partOf, postForm, test } from "./test-pages.ts";

const texts = createTexts();

test("R2.26 D1.5 the settings are a list of links and a logout, and each section is a page with its own address", async ({
  load,
  member,
}) => {
  const { client } = await member();
  const list = partOf((await load("de", "/notifications", { client })).body, "main");
  const rows: string[] = settingSections.map(settingPath);
  rows.splice(rows.indexOf(settingPath("blocked")) + 1, 0, "/hidden-contacts");
  expect(attributes(list, "href")).toEqual(
    [...rows, "/profile#identity", "/delete-account"].map((path) => `/de${path}`),
  );
  expect(attributes(list, "action")).toEqual(["/de/notifications"]);
  for (const section of settingSections) {
    const { statusCode, body } = await load("de", settingPath(section), { client });
    const main = partOf(body, "main");
    expect([statusCode, main.includes(`id="${section}"`)], section).toEqual([200, true]);
    expect(attributes(main, "href"), section).toContain("/de/notifications");
    // without scripts a form comes back to its own section; that of the list logs out
    const actions = new Set(attributes(main, "action"));
    actions.delete(`/de${settingPath(section)}`);
    expect([...actions], section).toEqual(["/de/notifications"]);
  }
  expect((await load("de", "/notifications/nothing", { client })).statusCode).toBe(404);
});

test("R2.26 a section's page says its name in the tab and above, and marks it in the list beside it", async ({
  load,
  member,
}) => {
  const { body } = await load("fi", settingPath("told"), { client: (await member()).client });
  const name = texts.t("fi", "notifications:settings.title");
  expect(body).toContain(`<title>${name}`);
  expect(/<h1[^>]*>([^<]*)</.exec(body)?.[1]).toBe(name);
  expect(
    /<a [^>]*aria-current="page"[^>]*href="([^"]*)"|<a [^>]*href="([^"]*)"[^>]*aria-current="page"/.test(body),
  ).toBe(true);
});

test("R2.20 R7.03 without scripts a refused profile shows all of its parts open, the answered ones too", async ({
  app,
  load,
  member,
}) => {
  const { client } = await member({ interests: ["music"] });
  const folded = (html: string) => html.match(/<details class="group">/g)?.length ?? 0;
  const before = partOf((await load("en", "/profile", { client })).body, "main");
  const { status, main } = await postForm(app, client, "/profile", { about_me: "x".repeat(20_000) });
  expect(status).toBe(400);
  // what can't be changed stays folded
  expect([folded(before), folded(main)]).toEqual([2, 1]);
});

test("R11.01 D11.3 a question that staff refused stands with its decision where it was, until another is written or it is reversed", async ({
  load,
  member,
  given,
}) => {
  const { client } = await member();
  const [mia, max] = [await staffMember(given, "moderator"), await staffMember(given, "moderator")];
  const write = (written: string[]) => client.call(saveQuestions, { body: { chosen: ["sea"], written } });
  const profilePage = async () => partOf((await load("en", "/profile", { client })).body, "main");
  const text = "Will you call 0171 2345678?";
  const id = (await write([text])).body.own[0]?.id ?? "";
  const verdict = { id, verdict: "contact_details", text } as const;
  expect((await mia.client.call(decideText, { body: verdict })).status).toBe(200);
  const [decision] = (await client.call(getDecisions)).body.decisions;
  expect(decision?.content?.text).toBe(text);
  const main = await profilePage();
  expect([main.includes(text), attributes(main, "href")]).toEqual([
    true,
    expect.arrayContaining([`/decisions#${decision?.id}`]),
  ]);
  await write(["And where do you dance?"]);
  expect(await profilePage()).not.toContain(text);
  await write([]);
  expect(await profilePage()).toContain(text);
  const objection = { id: decision?.id ?? "", text: "That is no number" };
  expect((await client.call(objectToDecision, { body: objection })).status).toBe(200);
  const answer = { id: objection.id, verdict: "upheld", words: "It is none" } as const;
  expect((await max.client.call(decideObjection, { body: answer })).status).toBe(200);
  expect(await profilePage()).not.toContain(text);
});
