import { describe } from "vitest";
import { getChats, sendMessage } from "#contract/chat.ts";
import { autoLike } from "#contract/likes.ts";
import { findBestMembers, getPreferences, savePreferences } from "#contract/match-finder.ts";
import { getCard, getMember, getSignupMatches, searchMembers } from "#contract/members.ts";
import { getDownload, requestDownload } from "#contract/privacy.ts";
import { getOwnProfile, saveProfile, setSexuality } from "#contract/profiles.ts";
import { getDeck } from "#contract/swipe.ts";
import { untilWaiting } from "#server/db/test-waiting.ts";
import { expect, type Member, test } from "#server/test.ts";

const consent = ({ client }: Member, seeks: "male" | "female" | "both" | null, key?: string) =>
  client.call(setSexuality, { body: { seeks } }, key ? { key } : {});
const namesFor = async ({ client }: Pick<Member, "client">, query = {}) =>
  (await client.call(searchMembers, { query })).body.members.map(({ name }) => name);

describe("D11.5 consent to one’s sexuality", () => {
  test("is withdrawn in the settings: the fields are erased at once", async ({ pair, services }) => {
    const [anna, ben] = await pair();
    expect((await anna.client.call(getOwnProfile)).body.sexuality_consent).toBe(true);
    expect((await consent(anna, null)).body).toEqual({ sexuality_consent: false });
    const row = services.db.selectFrom("profiles").selectAll().where("member_id", "=", anna.id);
    expect(await row.executeTakeFirstOrThrow()).toMatchObject({
      sexuality: null,
      seeks_men: false,
      seeks_women: false,
      sexuality_consent_at: null,
      listed: false,
    });
    expect((await anna.client.call(getOwnProfile)).body).toMatchObject({
      sexuality_consent: false,
      profile: { sexuality: null },
    });
    expect((await anna.client.call(getPreferences)).body.seeks).toBeNull();
    expect((await ben.client.call(getMember, { query: { id: anna.id } })).status).toBe(404);
  });

  test("hides the member from every list, and shows them no one, until they consent again", async ({
    pair,
    visitor,
  }) => {
    const [anna, ben] = await pair({ interests: ["tea"], shownToVisitors: true });
    expect(await namesFor(ben)).toContain(anna.name);
    expect((await visitor().call(getCard, { query: { id: anna.id } })).status).toBe(200);
    await consent(anna, null);
    for (const query of [
      {},
      { anyone: "1" },
      { interests: ["tea"] },
      { sort: "best" },
      { gender: "female" },
    ] as const) {
      expect(await namesFor(ben, query)).not.toContain(anna.name);
    }
    expect((await visitor().call(getCard, { query: { id: anna.id } })).status).toBe(404);
    expect(await namesFor(anna)).toEqual([]);
    for (const query of [{ anyone: "1" }, { interests: ["tea"] }, { sort: "best" }, { new: "1" }] as const) {
      expect(await namesFor(anna, query)).toEqual([]);
    }
    for (const call of [findBestMembers, getSignupMatches]) {
      expect((await anna.client.call(call as typeof findBestMembers)).body.members).toEqual([]);
    }
    expect((await anna.client.call(getDeck)).status).toBe(200);
    expect((await anna.client.call(autoLike)).status).toBe(200);
    await consent(anna, "both");
    expect(await namesFor(ben)).toContain(anna.name);
    expect(await namesFor(anna)).toContain(ben.name);
  });

  test("does not end chats", async ({ pair }) => {
    const [anna, ben] = await pair();
    await anna.client.call(sendMessage, { body: { member: ben.id, text: "Do you like the sea?" } });
    await consent(anna, null);
    expect((await ben.client.call(sendMessage, { body: { member: anna.id, text: "I do." } })).status).toBe(200);
    expect((await anna.client.call(getChats)).body.chats).toHaveLength(1);
  });

  test("is given anew only where it is asked for: the match finder does not take it silently", async ({ pair }) => {
    const [anna] = await pair();
    await consent(anna, null);
    const refused = await anna.client.call(savePreferences, { body: { seeks: "male" } });
    expect([refused.status, refused.body.error?.field_codes]).toEqual([400, { seeks: "consent_required" }]);
    expect((await anna.client.call(savePreferences, { body: { goals: ["dates"] } })).body.seeks).toBeNull();
    await consent(anna, "male");
    expect((await anna.client.call(savePreferences, { body: { seeks: "female" } })).body.seeks).toBe("female");
  });

  test("keeps the day of the first consent while only the answer changes", async ({ pair, services }) => {
    const [anna] = await pair();
    const at = async () => {
      const row = services.db.selectFrom("profiles").select("sexuality_consent_at").where("member_id", "=", anna.id);
      return (await row.executeTakeFirstOrThrow()).sexuality_consent_at;
    };
    const first = await at();
    services.clock.advance(1000);
    await consent(anna, "female");
    expect(await at()).toEqual(first);
    await consent(anna, null);
    await consent(anna, "female");
    expect(await at()).toEqual(services.clock.now());
  });

  test("is erased from stored answers and archives too, and a repeat of an old call brings nothing back", async ({
    pair,
    services,
  }) => {
    const [anna] = await pair({ interests: ["tea"] });
    const key = "11111111-1111-4111-8111-111111111111";
    await anna.client.call(saveProfile, { body: { explicit_consent: true, interests: ["bondage", "tea"] } }, { key });
    await anna.client.call(savePreferences, { body: { seeks: "female" } });
    await anna.client.call(requestDownload);
    await services.jobs.drain(services);
    expect((await anna.client.call(getDownload)).body.download).toMatchObject({ state: "ready" });
    await consent(anna, null);
    await anna.client.call(saveProfile, { body: { explicit_consent: false } });
    const keys = services.db.selectFrom("idempotency_keys").select("answer").where("scope", "=", anna.id);
    expect(JSON.stringify(await keys.execute())).not.toMatch(/bondage|"seeks":"female"|"sexuality":"/);
    const archive = services.db.selectFrom("data_downloads").select("expires_at").where("member_id", "=", anna.id);
    const { expires_at } = await archive.executeTakeFirstOrThrow();
    expect(expires_at?.getTime()).toBeLessThanOrEqual(services.clock.now().getTime());
    const holders = services.db.selectFrom("interest_holders").select("interest").where("member_id", "=", anna.id);
    expect(await holders.execute()).toEqual([]);
  });

  test("two changes at once end in one of the two states, never between", async ({ pair, services }) => {
    const [anna] = await pair();
    await Promise.all([consent(anna, null), consent(anna, "male"), consent(anna, null), consent(anna, "both")]);
    const row = await services.db
      .selectFrom("profiles")
      .select(["sexuality", "seeks_men", "seeks_women", "sexuality_consent_at", "listed"])
      .where("member_id", "=", anna.id)
      .executeTakeFirstOrThrow();
    const hasConsent = row.sexuality !== null;
    expect([row.seeks_men || row.seeks_women, row.sexuality_consent_at !== null, row.listed]).toEqual([
      hasConsent,
      hasConsent,
      hasConsent,
    ]);
  });
});

test("D11.5 explicit interests that are saved while their consent is withdrawn are refused, whichever comes first", async ({
  pair,
  services,
}) => {
  const [anna] = await pair();
  const save = (body: { explicit_consent?: boolean; interests?: ["bondage"] | [] }) =>
    anna.client.call(saveProfile, { body });
  await save({ explicit_consent: true, interests: ["bondage"] });
  const saveWhileLocked = async (body: Parameters<typeof save>[0], waiting: number) => {
    const saved = save(body);
    await untilWaiting(services.db, waiting);
    return { saved };
  };
  const { withdrawn, ticked } = await services.db.transaction().execute(async (db) => {
    await db.selectFrom("profiles").select("name").where("member_id", "=", anna.id).forUpdate().execute();
    const { saved: withdrawn } = await saveWhileLocked({ explicit_consent: false }, 1);
    const { saved: ticked } = await saveWhileLocked({ interests: ["bondage"] }, 2);
    return { withdrawn, ticked };
  });
  expect((await withdrawn).status).toBe(200);
  const refused = await ticked;
  expect([refused.status, refused.body.error?.field_codes]).toEqual([400, { interests: "explicit_consent_required" }]);
  const row = services.db.selectFrom("profiles").select(["interests", "explicit_consent_at"]);
  expect(await row.where("member_id", "=", anna.id).executeTakeFirstOrThrow()).toEqual({
    interests: [],
    explicit_consent_at: null,
  });
});
