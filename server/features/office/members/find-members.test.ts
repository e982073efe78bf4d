import { sql } from "kysely";
import { sendComplaint } from "#contract/complaints.ts";
import { sendNotice } from "#contract/content-notices.ts";
import { dayMs } from "#contract/durations.ts";
import { findMembers, getMemberFilters, type MemberFilters, membersFound } from "#contract/staff-members.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { waitingPhoto } from "#server/features/office/test-office.ts";
import { test as base, expect } from "#server/test.ts";
import { type MemberSearch, pageOfMembers } from "./find-store.ts";

const test = base
  .extend("staff", { scope: "file" }, async ({ given }) => ({
    support: await staffMember(given, "support"),
    finance: await staffMember(given, "finance"),
  }))
  .extend("ask", { scope: "file" }, ({ staff }) => async (body: MemberFilters & { cursor?: string }) => {
    return await staff.support.client.call(findMembers, { body });
  })
  .extend("find", { scope: "file" }, ({ ask }) => async (body: MemberFilters) => {
    const answer = await ask(body);
    return answer.status === 200 ? answer.body.members.map(({ id }) => id) : answer.body.error?.field_codes;
  });

test("D11.4 staff find a wave: by a part of a name, mail domain, device, country, site, state, premium, first and last day", async ({
  services,
  siteIds,
  member,
  find,
}) => {
  const [site = 0, other = 0] = siteIds;
  const { db, clock } = services;
  const created = (day: string) => new Date(`${day}T12:00:00Z`);
  const wave = { siteId: site, createdAt: created("2026-10-02") };
  const anna = await member({ ...wave, name: "Xx Profit Xx", createdAt: created("2026-10-01") });
  const ben = await member({ ...wave, name: "Quick Profits", premium: true, country: "DE" });
  const carl = await member({ ...wave, siteId: other, name: "Profit", createdAt: created("2026-10-03") });
  for (const [at, { id }] of [anna, ben, carl].entries())
    await sql`update accounts set email = ${`wave${at}@${at === 2 ? "fine" : "Spam"}.example`} where id = ${id}`.execute(
      db,
    );
  const device = { token_hash: Buffer.from("device"), created_at: clock.now(), used_at: clock.now() };
  await db
    .insertInto("known_devices")
    .values([anna, ben].map(({ id }) => ({ ...device, account_id: id, user_agent: "Mozilla/5.0 (SM-A515F_x) Mobile" })))
    .execute();
  await db
    .updateTable("accounts")
    .set({ status: "suspended", suspended_until: clock.now() })
    .where("id", "=", anna.id)
    .execute();

  // the exact name first, then the newest
  expect(await find({ text: "profit" })).toEqual([carl.id, ben.id, anna.id]);
  expect(await find({ text: "OFIT X" })).toEqual([anna.id]);
  // two letters are the beginning or the end of a name, one is the beginning
  expect(await find({ text: "xx" })).toEqual([anna.id]);
  expect(await find({ text: "it" })).toEqual([carl.id]);
  expect(await find({ text: "of" })).toEqual([]);
  const only = { since: "2026-10-01", until: "2026-10-03" };
  expect(await find(only)).toEqual([carl.id, ben.id, anna.id]);
  expect(await find({ ...only, until: "2026-10-02" })).toEqual([ben.id, anna.id]);
  expect(await find({ ...only, since: "2026-10-02" })).toEqual([carl.id, ben.id]);
  expect(await find({ domain: "@spam.EXAMPLE" })).toEqual([ben.id, anna.id]);
  expect(await find({ domain: "example" })).toEqual([]);
  expect(await find({ device: "sm-a515f_X" })).toEqual([ben.id, anna.id]);
  expect(await find({ device: "SM%" })).toEqual([]);
  expect(await find({ ...only, country: "DE" })).toEqual([ben.id]);
  expect(await find({ ...only, premium: true })).toEqual([ben.id]);
  expect(await find({ ...only, premium: false })).toEqual([carl.id, anna.id]);
  expect(await find({ ...only, status: "suspended" })).toEqual([anna.id]);
  const { key } = await db.selectFrom("sites").select("key").where("id", "=", other).executeTakeFirstOrThrow();
  expect(await find({ ...only, site: key })).toEqual([carl.id]);
  expect(await find({ text: "profit", domain: "spam.example", premium: true })).toEqual([ben.id]);
});

test("D11.4 a space, a dot, an underscore and a hyphen are the same in a name", async ({ member, find }) => {
  const daniel = await member({ name: "Daniel_Kern", createdAt: new Date("2024-01-02T12:00:00Z") });
  const lena = await member({ name: "Lena.Berg-Thal", createdAt: new Date("2024-01-03T12:00:00Z") });
  for (const text of ["Daniel Kern", "daniel.kern", "DANIEL-KERN", "danielkern", "el ker"])
    expect(await find({ text }), text).toEqual([daniel.id]);
  expect(await find({ text: "lena berg" })).toEqual([lena.id]);
  expect(await find({ text: "berg_thal" })).toEqual([lena.id]);
  expect(await find({ text: "__" })).toEqual([]);
});

test("D11.4 if nothing has the text, similar names are offered, by the same filters, the most similar first", async ({
  member,
  ask,
}) => {
  const james = await member({ name: "James Whitfield", country: "GB" });
  const whitfild = await member({ name: "Whitfild", country: "DE" });
  await member({ name: "Whitney_Berg", country: "GB" });
  const seek = async (body: MemberFilters) => {
    const { members, similar } = (await ask(body)).body;
    return [members.map(({ id }) => id), similar];
  };
  expect(await seek({ text: "whitfeld", country: "GB" })).toEqual([[james.id], true]);
  expect(await seek({ text: "Witfild" })).toEqual([[whitfild.id], true]);
  expect(await seek({ text: "james whitfeild" })).toEqual([[james.id], true]);
  expect(await seek({ text: "whitfield" })).toEqual([[james.id], false]);
  expect(await seek({ text: "whitfeld", country: "FR" })).toEqual([[], false]);
  expect(await seek({ text: "zyx" })).toEqual([[], false]);
});

test("D11.4 the first eight digits of a report's number find the member that it is about", async ({
  member,
  services,
  find,
}) => {
  const [anna, ben] = [await member(), await member()];
  const [site_id, created_at] = [anna.siteId, services.clock.now()];
  const report = {
    site_id,
    created_at,
    changed_at: created_at,
    about: "profile",
    reason: "fake",
    text: "",
    reporter_id: ben.id,
  };
  const { id } = await services.db
    .insertInto("reports")
    .values({ ...report, reported_id: anna.id, about_id: anna.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(await find({ text: id.slice(0, 8) })).toEqual([anna.id]);
  expect(await find({ text: id.toUpperCase().slice(0, 13) })).toEqual([anna.id]);
  expect(await find({ text: id })).toEqual([anna.id]);
  expect(await find({ text: id.slice(0, 7) })).toEqual([]);
});

test("D11.4 a complaint and a guest's report without a member are found by number and address, by who may read them", async ({
  visitor,
  services,
  staff,
  given,
}) => {
  const [email, guest] = ["willem@example.org", "annika@example.org"];
  const sent = await visitor().call(sendComplaint, { body: { email, text: "Not mine" } });
  const { number } = sent.body;
  const notice = { place: "A picture", reason: "other", text: "It is mine", good_faith: true } as const;
  expect((await visitor().call(sendNotice, { body: { ...notice, name: "Annika", email: guest } })).status).toBe(200);
  const mia = await staffMember(given, "moderator");
  const strangers = async (text: string, { client } = staff.support) =>
    (await client.call(findMembers, { body: { text } })).body.strangers.map((item) => [item.kind, item.number]);
  const { id } = await services.db.selectFrom("content_notices").select("id").executeTakeFirstOrThrow();
  expect(await strangers(number.toLowerCase().replace("-", " "))).toEqual([["complaint", number]]);
  expect(await strangers(email.toUpperCase())).toEqual([["complaint", number]]);
  expect(await strangers(guest, mia)).toEqual([["notice", id]]);
  expect(await strangers(id.slice(0, 8), mia)).toEqual([["notice", id]]);
  expect(await strangers(guest)).toEqual([]);
  expect(await strangers(number, mia)).toEqual([]);
  expect(await strangers(number, staff.finance)).toEqual([]);
  expect(await strangers("")).toEqual([]);
});

test("D11.4 staff find the people of a town in any language, of one gender, also those that members can't find", async ({
  services,
  siteIds,
  member,
  find,
}) => {
  const { db } = services;
  const cityId = 2_867_714;
  const day = { since: "2026-10-20", until: "2026-10-20" };
  const made = { siteId: siteIds[0] ?? 0, cityId, createdAt: new Date("2026-10-20T12:00:00Z") };
  const at = (hour: number) => ({ ...made, createdAt: new Date(made.createdAt.getTime() + hour * 3_600_000) });
  const anna = await member(at(4));
  const otto = await member({ ...at(3), gender: "male", confirmed: false });
  const eva = await member({ ...at(2), siteId: siteIds[1] ?? 0 });
  const berta = await member({ ...at(1), confirmed: false });
  await member({ ...made, cityId: 2_761_369 });
  const listed = await db
    .selectFrom("profiles")
    .select(["member_id", "listed"])
    .where("city_id", "=", cityId)
    .execute();
  expect(new Map(listed.map((row) => [row.member_id, row.listed]))).toEqual(
    new Map([
      [anna.id, true],
      [otto.id, false],
      [eva.id, true],
      [berta.id, false],
    ]),
  );
  for (const town of ["München", "munich", "MONACO DI BAV", "muenchen"])
    expect(await find({ ...day, town }), town).toEqual([anna.id, otto.id, eva.id, berta.id]);
  expect(await find({ town: "Munich", gender: "female" })).toEqual([anna.id, eva.id, berta.id]);
  expect(await find({ town: "Munich", gender: "male", country: "DE" })).toEqual([otto.id]);
  expect(await find({ town: "Munich", country: "NL" })).toEqual([]);
  expect(await find({ town: "unich" })).toEqual([]);
  expect(await find({ town: "!?" })).toEqual({ town: "invalid" });
  const log = await db.selectFrom("audit_log").select("detail").where("action", "=", "members_searched").execute();
  expect(log.map(({ detail }) => detail)).toContainEqual({ found: 3, gender: "female", town: true });
  expect(JSON.stringify(log)).not.toMatch(/munich/i);
});

test("D11.4 staff find people of an age, and read the age and town of each", async ({
  services,
  siteIds,
  member,
  ask,
}) => {
  const made = { siteId: siteIds[0] ?? 0, cityId: 2_911_298, createdAt: new Date("2026-09-20T12:00:00Z") };
  for (const [at, dateOfBirth] of ["1996-11-20", "1996-11-21", "1985-11-20", "1985-11-21"].entries()) {
    const { id } = await member({ ...made, name: `Aged${at}` });
    await services.db.updateTable("profiles").set({ date_of_birth: dateOfBirth }).where("member_id", "=", id).execute();
  }
  const seen = async (filters: MemberFilters) =>
    (await ask({ town: "Hamburg", ...filters })).body.members.map(({ name, age, town }) => [name, age, town]).sort();
  const all = [
    ["Aged0", 30, "Hamburg"],
    ["Aged1", 29, "Hamburg"],
    ["Aged2", 41, "Hamburg"],
    ["Aged3", 40, "Hamburg"],
  ];
  expect(await seen({})).toEqual(all);
  expect(await seen({ min_age: 30 })).toEqual([all[0], all[2], all[3]]);
  expect(await seen({ max_age: 40 })).toEqual([all[0], all[1], all[3]]);
  expect(await seen({ min_age: 30, max_age: 40 })).toEqual([all[0], all[3]]);
  expect((await ask({ min_age: 17 })).body.error?.field_codes).toEqual({ min_age: "too_small" });
});

test("D11.4 what can't be a filter is refused at its field", async ({ find }) => {
  expect(await find({ text: "\u0000" })).toEqual({ text: "forbidden_characters" });
  expect(await find({ device: "\u0000" })).toEqual({ device: "forbidden_characters" });
  expect(await find({ domain: "a\u0000b" })).toEqual({ domain: "forbidden_characters" });
  expect(await find({ domain: "me@spam.example" })).toEqual({ domain: "invalid" });
  expect(await find({ site: "nowhere" })).toEqual({ site: "not_your_site" });
  expect(await find({ since: "2026-02-30" })).toEqual({ since: "invalid" });
});

test("D11.4 pages of a search follow one another without a gap, exact names first", async ({
  member,
  ask,
  services,
}) => {
  const oldest = await member({ name: "Paula", createdAt: new Date("2025-01-01T00:00:00Z") });
  const others = Array.from({ length: membersFound + 5 }, (_, at) => at);
  for (const at of others) {
    // several at one moment: the id decides
    const createdAt = new Date(Date.parse("2025-02-01T00:00:00Z") + Math.floor(at / 3) * dayMs);
    await member({ name: `Paula ${at}x`, createdAt });
  }
  const first = (await ask({ text: "paula" })).body;
  expect([first.members.length, first.members[0]?.id]).toEqual([membersFound, oldest.id]);
  const second = (await ask({ text: "paula", cursor: first.cursor ?? "" })).body;
  expect([second.members.length, second.cursor]).toEqual([6, null]);
  const all = [...first.members, ...second.members];
  expect(new Set(all.map(({ id }) => id)).size).toBe(others.length + 1);
  const times = all.slice(1).map(({ created_at }) => created_at);
  expect(times).toEqual([...times].sort().reverse());
  expect((await ask({ text: "paula", cursor: "forged" })).body.error?.field_codes).toEqual({ cursor: "invalid" });
  // each page, and each set of filters, is an entry of its own
  await ask({ text: "paula", country: "DE" });
  await ask({ text: "paula" });
  const log = services.db.selectFrom("audit_log").select(["subject", "detail"]).orderBy("id", "desc").limit(3);
  const entries = await log.where("action", "=", "members_searched").execute();
  expect(entries.map(({ detail }) => detail)).toEqual([
    { found: expect.any(Number), country: "DE" },
    { found: 6 },
    { found: membersFound },
  ]);
  expect(new Set(entries.map(({ subject }) => subject)).size).toBe(3);
  expect(JSON.stringify(entries)).not.toMatch(/paula/i);
});

test("D11.4 a list shows small photos to the roles that see photos in a file, and logs that once an hour", async ({
  member,
  services,
  staff,
}) => {
  const anna = await member({ name: "Portrait" });
  await waitingPhoto(anna);
  const listed = async ({ client }: typeof staff.support) =>
    (await client.call(findMembers, { body: { text: "portrait" } })).body.members[0]?.images[0] ?? null;
  const image = await listed(staff.support);
  expect(image).toMatch(/^\/staff-files\/listed\//);
  expect(await listed(staff.finance)).toBeNull();
  const open = async ({ client }: typeof staff.support) => (await client.get(image ?? "")).statusCode;
  expect([await open(staff.support), await open(staff.support), await open(staff.finance)]).toEqual([200, 200, 404]);
  const log = services.db.selectFrom("audit_log").select("member_id").where("action", "=", "photos_listed");
  expect(await log.execute()).toEqual([{ member_id: null }]);
});

test("D11.4 the filters offer the countries of the sites", async ({ staff }) => {
  const { countries } = (await staff.finance.client.call(getMemberFilters)).body;
  expect(countries).toContain("DE");
});

const nothing: MemberSearch = {
  text: null,
  domain: undefined,
  device: undefined,
  siteIds: null,
  country: undefined,
  town: null,
  gender: undefined,
  born: { until: null, after: null },
  status: undefined,
  premium: undefined,
  from: null,
  until: null,
  after: null,
  limit: 51,
};
const named = {
  ...{
    uuid: null,
    reports: null,
    receipt: null,
    email: null,
    nameKey: "profit",
    phones: [],
    ibanKeys: [],
    ibanEnd: null,
  },
  typed: "profit",
};
const munich = { key: "munich", countries: ["DE", "AT"] };

test.for([
  // of the few rows of a test it would read all in the order of another index
  ["a part of a name", { text: named }, "accounts_name_letters", ["enable_indexscan"]],
  ["two letters of a name", { text: { ...named, nameKey: "77" } }, "accounts_name_letters", ["enable_indexscan"]],
  ["the last digits of an IBAN", { text: { ...named, ibanEnd: "1234" } }, "direct_debits_iban_end", []],
  ["a town, if members find them", { town: munich }, "search_town", []],
  ["a town, if members can't find them", { town: munich }, "profiles_unlisted_town", []],
  ["a mail domain", { domain: "spam.example" }, "accounts_mail_domain", []],
  ["nothing: the newest", {}, "accounts_newest", []],
] as const)("quality: an index gives the members found by %s", async ([, change, index, also], { services }) => {
  const plan = await services.db.transaction().execute(async (db) => {
    // an empty table would be read as a whole; without these a plan shows whether an index can be used
    for (const off of ["enable_seqscan", "enable_hashjoin", "enable_mergejoin", "enable_sort", ...also])
      await sql`select set_config(${off}, 'off', true)`.execute(db);
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${pageOfMembers({ ...nothing, ...change })}`.execute(
      db,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toContain(index);
});
