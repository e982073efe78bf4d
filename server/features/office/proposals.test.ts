import { dayMs } from "#contract/durations.ts";
import { decideProposal, getQueues, takeProposals } from "#contract/office.ts";
import { changeCredits, getMemberFile, refundPayment } from "#contract/staff-members.ts";
import {
  addStaffCode,
  changeStaffSite,
  codesShown,
  getSiteChanges,
  getStaffCodes,
  getStaffSite,
  type SiteChange,
  switchStaffCode,
  undoSiteChange,
} from "#contract/staff-sites.ts";
import { offeredRefund } from "#server/features/office/money/test-refund.ts";
import { endOldProposals } from "#server/features/office/proposals/propose.ts";
import { staffMember, wholeLog } from "#server/features/office/staff/test-staff.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";
import { changeSite } from "#server/features/sites/index.ts";
import { expect, type Member } from "#server/test.ts";
import { findAuditLog } from "./staff/show-audit-log.ts";
import { test as base } from "./test-office.ts";

type Client = Awaited<ReturnType<typeof staffMember>>["client"];

const test = base
  .extend("support", { scope: "file" }, async ({ given }) => (await staffMember(given, "support")).client)
  .extend("other", { scope: "file" }, async ({ given }) => (await staffMember(given, "admin")).client)
  /** A completed purchase for 150 euros. */
  .extend("paid", { scope: "file" }, ({ services }) => (member: Member) => {
    const price = { credits: 100, list_minor: 15_000, amount_minor: 15_000, currency: "EUR", vat_percent: 21 };
    return plantPayment(services, member, price);
  });

const give = (who: Client, { id }: Member, amount: number) =>
  who.call(changeCredits, { body: { id, amount, reason: "A fault of ours" } });
const creditsOf = async (who: Client, { id }: Member) =>
  (await who.call(getMemberFile, { query: { id } })).body.money?.credits;
const waitingFor = async (who: Client) => (await who.call(takeProposals, { body: { count: 12 } })).body.items;
const decide = (who: Client, id: string | undefined, verdict: "confirmed" | "declined" = "confirmed") =>
  who.call(decideProposal, { body: { id: id ?? "", verdict } });
const countFor = async (who: Client) =>
  (await who.call(getQueues)).body.queues.find(({ name }) => name === "proposals")?.waiting;

test.afterEach(async ({ services }) => {
  await services.db.deleteFrom("proposals").execute();
  await services.db.deleteFrom("staff_claims").execute();
  // what one person gave away counts for a day, which is longer than a login
  await services.db.deleteFrom("credit_changes").execute();
});

test("D7.1 the credits that one person gives in a day are counted over all members", async ({ support, member }) => {
  const friends = await Promise.all([member(), member(), member()]);
  const answers = await Promise.all(friends.map((friend) => give(support, friend, 30)));
  // a limit of 50: the second member's credits already wait, also if all are given at once
  expect(answers.filter(({ body }) => body.booked)).toHaveLength(1);
  for (const friend of friends) expect((await give(support, friend, 30)).body).toEqual({ booked: false });
});

test("D7.1 what waits for a second person is a queue with a count, and not shown to the one who proposed it", async ({
  finance,
  admin,
  support,
  member,
}) => {
  const anna = await member({ credits: 0 });
  expect((await give(finance, anna, 60)).body).toEqual({ booked: false });
  expect([await countFor(finance), await countFor(admin), await countFor(support)]).toEqual([0, 1, undefined]);
  expect(await waitingFor(finance)).toEqual([]);
  const [item] = await waitingFor(admin);
  expect(item).toMatchObject({ site: "rendezvous", member: { id: anna.id }, text: "A fault of ours" });
  const facts = Object.fromEntries(item?.facts.map(({ label, value }) => [label, value]) ?? []);
  expect(facts).toMatchObject({ about: "Credits", change: "+60", proposer: expect.stringContaining("Staff") });
  expect((await decide(finance, item?.id)).body.error?.code).toBe("staff_item_claimed");
  expect((await decide(admin, item?.id)).status).toBe(200);
  expect(await creditsOf(admin, anna)).toBe(60);
  expect(await countFor(admin)).toBe(0);
});

test("D7.1 of two people who confirm at once one does, and the one who proposed it never does", async ({
  support,
  finance,
  admin,
  other,
  member,
  services,
}) => {
  const anna = await member({ credits: 0 });
  await give(finance, anna, 60);
  const { id } = await services.db.selectFrom("proposals").select("id").executeTakeFirstOrThrow();
  expect((await decide(finance, id)).body.error?.code).toBe("staff_item_gone");
  expect((await decide(support, id)).body.error?.code).toBe("staff_role_missing");
  const answers = await Promise.all([decide(admin, id), decide(other, id), decide(admin, id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await creditsOf(admin, anna)).toBe(60);
  const own = services.db.updateTable("proposals").set((set) => ({ decided_by: set.ref("staff_id") }));
  await expect(own.execute()).rejects.toThrow(/check constraint/);
});

test("D7.1 credits that were confirmed don't count for the person who proposed them", async ({
  finance,
  admin,
  member,
  services,
}) => {
  const anna = await member({ credits: 0 });
  await give(finance, anna, 60);
  const { id } = await services.db.selectFrom("proposals").select("id").executeTakeFirstOrThrow();
  await decide(admin, id);
  expect((await give(finance, anna, 50)).body).toEqual({ booked: true });
  expect((await give(admin, anna, 50)).body).toEqual({ booked: true });
});

test("D7.1 a proposal that no one decides on ends after a week", async ({ finance, admin, member, services }) => {
  const anna = await member({ credits: 0 });
  await give(finance, anna, 60);
  const { id } = await services.db.selectFrom("proposals").select("id").executeTakeFirstOrThrow();
  const wait = { ...services, clock: { now: () => new Date(services.clock.now().getTime() + 7 * dayMs) } };
  await endOldProposals.run(wait, {});
  const row = services.db.selectFrom("proposals").select("state").where("id", "=", id);
  expect(await row.executeTakeFirst()).toEqual({ state: "expired" });
  expect((await decide(admin, id)).body.error?.code).toBe("staff_item_gone");
  expect(await creditsOf(admin, anna)).toBe(0);
});

test("D7.4 refunds of a day above the site's amount wait for a second person, who refunds what was proposed", async ({
  finance,
  admin,
  member,
  paid,
  services,
}) => {
  const anna = await member({ credits: 0 });
  const payment = await paid(anna);
  const body = await offeredRefund(finance, payment, "all");
  expect((await finance.call(refundPayment, { body })).body).toMatchObject({ amount: 15_000, waits: true });
  expect(await services.db.selectFrom("refunds").select("id").where("payment_id", "=", payment).execute()).toEqual([]);
  // a duplicate by mistake
  expect((await finance.call(refundPayment, { body: { ...body, amount: 5_000 } })).body).toMatchObject({
    waits: false,
  });
  const [stale] = await waitingFor(admin);
  expect((await decide(admin, stale?.id)).body.error?.code).toBe("payment_changed");
  expect((await decide(admin, stale?.id, "declined")).status).toBe(200);
  const rest = await offeredRefund(finance, payment, "all");
  expect((await finance.call(refundPayment, { body: rest })).body).toMatchObject({ amount: 10_000, waits: true });
  const [item] = await waitingFor(admin);
  expect(item?.facts).toContainEqual({ label: "change", value: "€100.00" });
  expect((await decide(admin, item?.id)).status).toBe(200);
  const { entries } = await findAuditLog(services.db, wholeLog);
  const acts = entries.map(({ action }) => action).filter((action) => action !== "proposals_taken");
  expect(acts.slice(0, 3)).toEqual(["proposal_confirmed", "payment_refunded", "refund_proposed"]);
  // a second proposal for the same money finds none
  expect((await finance.call(refundPayment, { body })).body.error?.code).toBe("payment_already_returned");
});

test.for<[string, SiteChange[]]>([
  ["the limit of credits", [{ name: "staff_credits", after: 5000 }]],
  ["the limit of refunds", [{ name: "staff_refund", after: 5_000_000 }]],
  ["the largest discount", [{ name: "staff_discount", after: 60 }]],
  ["the limit of direct debits", [{ name: "direct_debit_limit", after: 900_000 }]],
  ["the host of the scripts", [{ name: "cdn_prefix", after: "/cdn" }]],
  ["the welcome gift", [{ name: "signup_credits", after: 1000 }]],
  ["the price of a message", [{ name: "message_credits", after: 0 }]],
  ["the host in links of mails", [{ name: "domain", after: "moved.example" }]],
  ["the hosts", [{ name: "hosts", after: ["localhost", "extra.example"] }]],
  ["the sender of mails", [{ name: "mail_address", after: "hello@moved.example" }]],
  ["where members write to", [{ name: "support_email", after: "help@moved.example" }]],
  [
    "the creditor, among other things",
    [
      { name: "theme", after: "teal" },
      { name: "company.creditor_id", after: "" },
    ],
  ],
])(
  "D11.4 a second person confirms a change of %s, and not the one who made it",
  async ([, wanted], { admin, other }) => {
    const see = async () => (await admin.call(getStaffSite, { query: { site: "rendezvous" } })).body;
    const site = await see();
    const before = (name: string) =>
      name === "hosts"
        ? site.hosts
        : name.startsWith("company.")
          ? site.company[name.slice("company.".length)]
          : site.settings.find((each) => each.name === name)?.saved;
    const changes = wanted.map((change) => ({ ...change, before: before(change.name) }));
    const { body } = await admin.call(changeStaffSite, {
      body: { site: "rendezvous", changes, also_on: site.sharing },
    });
    expect(body.proposed).toEqual(wanted.map(({ name }) => name));
    expect(body.settings).toEqual(site.settings);
    const [item] = await waitingFor(other);
    expect(item?.facts.find(({ label }) => label === "change")?.value).toContain(wanted[0]?.name);
    expect((await decide(other, item?.id)).status).toBe(200);
    const after = await see();
    expect(after.proposed).toEqual([]);
    expect([after.settings, after.company, after.hosts]).not.toEqual([site.settings, site.company, site.hosts]);
  },
);

test("D11.4 one person lowers a limit alone, and raising it again by undoing takes two", async ({ admin, other }) => {
  const saved = (await admin.call(getStaffSite, { query: { site: "rendezvous" } })).body.settings.find(
    ({ name }) => name === "sms_daily",
  )?.saved;
  const changes = [{ name: "sms_daily", before: saved, after: 0 }];
  const { body } = await admin.call(changeStaffSite, { body: { site: "rendezvous", changes } });
  expect(body.proposed).toEqual([]);
  expect(body.settings.find(({ name }) => name === "sms_daily")?.saved).toBe(0);
  const newest = async () => (await admin.call(getSiteChanges, { query: { site: "rendezvous" } })).body;
  const [change] = (await newest()).changes;
  await admin.call(undoSiteChange, { body: { site: "rendezvous", id: change?.id ?? "" } });
  const { proposed, changes: shown } = await newest();
  expect([proposed, shown[0]]).toMatchObject([["sms_daily"], { id: change?.id, undone: false }]);
  const [item] = await waitingFor(other);
  await decide(other, item?.id);
  expect((await newest()).changes[1]).toMatchObject({ id: change?.id, undone: true });
});

test("D11.4 a cheaper bundle takes two people, a dearer one or fewer of them take one", async ({ admin, other }) => {
  const see = async () => (await admin.call(getStaffSite, { query: { site: "rendezvous" } })).body;
  const save = async (wanted: (prices: Record<string, number>) => Record<string, number>) => {
    const { country: _, ...before } = (await see()).bundles.find(({ country }) => country === "SE") ?? {
      country: null,
    };
    if (!("prices" in before)) throw new Error("no bundles");
    const changes = [{ name: "bundles.SE", before, after: { ...before, prices: wanted(before.prices) } }];
    return (await admin.call(changeStaffSite, { body: { site: "rendezvous", changes } })).body.proposed;
  };
  const [credits = "", price = 0] =
    Object.entries((await see()).bundles.find(({ country }) => country === "SE")?.prices ?? {})[0] ?? [];
  expect(await save((prices) => ({ ...prices, [credits]: price + 100 }))).toEqual([]);
  expect(await save((prices) => Object.fromEntries(Object.entries(prices).slice(0, 2)))).toEqual([]);
  expect(await save((prices) => ({ ...prices, "9999": 10_000_000 }))).toEqual(["bundles.SE"]);
  const [item] = await waitingFor(other);
  await decide(other, item?.id, "declined");
  expect(await save((prices) => ({ ...prices, [credits]: price }))).toEqual(["bundles.SE"]);
});

test("D11.4 a domain that is undone is no host of the site any more", async ({ admin, other, services }) => {
  const see = async () => (await admin.call(getStaffSite, { query: { site: "rendezvous" } })).body;
  const site = await see();
  const before = site.settings.find(({ name }) => name === "domain")?.saved;
  const changes = [{ name: "domain", before, after: "elsewhere.example" }];
  await admin.call(changeStaffSite, { body: { site: "rendezvous", changes } });
  await decide(other, (await waitingFor(other))[0]?.id);
  const isHost = async () =>
    (await services.db.selectFrom("site_hosts").select("host").where("host", "=", "elsewhere.example").execute())
      .length;
  expect(await isHost()).toBe(1);
  const [change] = (await admin.call(getSiteChanges, { query: { site: "rendezvous" } })).body.changes;
  await admin.call(undoSiteChange, { body: { site: "rendezvous", id: change?.id ?? "" } });
  await decide(other, (await waitingFor(other))[0]?.id);
  expect((await see()).hosts).toEqual(site.hosts);
  expect(await isHost()).toBe(0);
});

test("D11.4 a change whose value is another by now can't be confirmed, only declined", async ({
  admin,
  other,
  services,
}) => {
  const { body: site } = await admin.call(getStaffSite, { query: { site: "rendezvous" } });
  const before = site.settings.find(({ name }) => name === "staff_refund")?.saved;
  const changes = [{ name: "staff_refund", before, after: 9_000_000 }];
  await admin.call(changeStaffSite, { body: { site: "rendezvous", changes } });
  const now = services.clock.now();
  await changeSite({ db: services.db, now, cdnHosts: [] }, "rendezvous", { settings: { staff_refund: 777 } });
  const [item] = await waitingFor(other);
  expect((await decide(other, item?.id)).body.error?.code).toBe("site_changed");
  expect((await decide(other, item?.id, "declined")).status).toBe(200);
  const { body: after } = await admin.call(getStaffSite, { query: { site: "rendezvous" } });
  expect(after.settings.find(({ name }) => name === "staff_refund")?.saved).toBe(777);
});

const code = {
  site: "rendezvous",
  currency: null,
  minimum: 0,
  country: null,
  validity: "many" as const,
  expires: null,
  first_purchase: false,
};

test.for([
  ["a percentage", { code: "NINETY", percentage: 90, value: null }],
  ["an amount", { code: "NINEEURO", percentage: null, value: 900, currency: "EUR" }],
] as const)(
  "D7.6 %s above the site's largest discount waits for a second person",
  async ([, large], { admin, other }) => {
    const body = { ...code, ...large };
    const added = await admin.call(addStaffCode, { body });
    const listed = async () => (await admin.call(getStaffCodes, { query: { site: "rendezvous" } })).body;
    expect(added.body.proposed).toEqual([large.code]);
    expect(added.body.codes.map((each) => each.code)).not.toContain(large.code);
    const [item] = await waitingFor(other);
    expect((await decide(other, item?.id)).status).toBe(200);
    const stored = (await listed()).codes.find((each) => each.code === large.code);
    expect(stored?.active).toBe(true);
    // one person switches it off, and two on again
    const turn = (active: boolean) =>
      admin.call(switchStaffCode, { body: { site: "rendezvous", id: stored?.id ?? "", active } });
    expect((await turn(false)).body.proposed).toEqual([]);
    expect((await turn(true)).body.proposed).toEqual([large.code]);
    expect((await listed()).codes.find((each) => each.code === large.code)?.active).toBe(false);
    expect((await admin.call(addStaffCode, { body })).body.error?.field_codes).toEqual({ code: "code_taken" });
  },
);

test("D7.6 a large code that the list no longer shows waits for a second person too before it is on again", async ({
  admin,
  services,
  siteIds: [siteId],
}) => {
  const created_at = services.clock.now();
  const small = { site_id: siteId, percentage: 1, validity: "many", created_at } as const;
  const large = { ...small, code: "OLDNINETY", percentage: 90, active: false };
  const { id } = await services.db.insertInto("discount_codes").values(large).returning("id").executeTakeFirstOrThrow();
  const newer = Array.from({ length: codesShown }, (_, number) => ({ ...small, code: `NEWER${number}` }));
  await services.db.insertInto("discount_codes").values(newer).execute();
  const { body } = await admin.call(switchStaffCode, { body: { site: "rendezvous", id, active: true } });
  expect(body.proposed).toContain(large.code);
  const stored = services.db.selectFrom("discount_codes").select("active").where("id", "=", id);
  expect(await stored.executeTakeFirst()).toEqual({ active: false });
});
