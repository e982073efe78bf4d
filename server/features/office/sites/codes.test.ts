import { getDiscountCode, welcomeCode } from "#contract/discounts.ts";
import { addStaffCode, getStaffCodes, switchStaffCode } from "#contract/staff-sites.ts";
import { wholeLog } from "#server/features/office/staff/test-staff.ts";
import { expect } from "#server/test.ts";
import { findAuditLog } from "../staff/show-audit-log.ts";
import { test } from "../test-office.ts";

const code = {
  site: "rendezvous",
  code: "SUMMER",
  percentage: 20,
  value: null,
  currency: null,
  minimum: 0,
  country: null,
  validity: "once-per-user" as const,
  expires: "2026-12-31",
  first_purchase: false,
  max_uses: null as number | null,
};

test("D7.6 an admin adds a code that members can use at once, and switches it off and on", async ({
  admin,
  member,
  services,
}) => {
  const added = await admin.call(addStaffCode, { body: { ...code, max_uses: 100 } });
  expect(added.body.codes[0]).toMatchObject({
    code: "SUMMER",
    percentage: 20,
    expires: "2027-01-01T00:00:00.000Z",
    active: true,
    max_uses: 100,
    spent: 0,
    reserved: 0,
  });
  const { client } = await member();
  const use = async () => (await client.call(getDiscountCode, { query: { code: "summer" } })).status;
  expect(await use()).toBe(200);
  const id = added.body.codes[0]?.id ?? "";
  const turn = (active: boolean) => admin.call(switchStaffCode, { body: { site: "rendezvous", id, active } });
  expect((await turn(false)).body.codes[0]?.active).toBe(false);
  expect(await use()).toBe(404);
  await turn(true);
  expect(await use()).toBe(200);
  const { entries } = await findAuditLog(services.db, wholeLog);
  expect(entries.slice(0, 3).map(({ action }) => action)).toEqual([
    "discount_code_on",
    "discount_code_off",
    "discount_code_added",
  ]);
});

test.for<[string, Partial<typeof code> | Record<string, unknown>, Record<string, string>]>([
  ["a code that the site has, in other capitals", { code: "TimeBonus25" }, { code: "code_taken" }],
  ["spaces in it", { code: "SUM MER" }, { code: "forbidden_characters" }],
  ["neither percentage nor amount", { percentage: null }, { percentage: "required" }],
  ["both", { value: 500, currency: "EUR" }, { value: "required" }],
  ["more than the whole price", { percentage: 100 }, { percentage: "too_big" }],
  ["an amount without a currency", { percentage: null, value: 500 }, { currency: "required" }],
  ["a currency that the site does not sell in", { minimum: 500, currency: "JPY" }, { currency: "required" }],
  ["a day that is over", { expires: "2026-11-19" }, { expires: "too_small" }],
  ["a day that does not exist", { expires: "2027-02-30" }, { expires: "invalid" }],
  ["for no order at all", { max_uses: 0 }, { max_uses: "too_small" }],
  ["another site", { site: "nowhere" }, { site: "not_your_site" }],
])("D7.6 a code is refused at its field: %s", async ([, wrong, fields], { admin }) => {
  const { body } = await admin.call(addStaffCode, { body: { ...code, code: "WINTER", ...wrong } as typeof code });
  expect(body.error?.field_codes).toEqual(fields);
  const { codes } = (await admin.call(getStaffCodes, {})).body;
  expect(codes.map((each) => each.code)).not.toContain("WINTER");
});

test("R9.03 the welcome code stays on, because the pages promise it to new members", async ({ admin }) => {
  const { codes, key: site } = (await admin.call(getStaffCodes, {})).body;
  const welcome = codes.find(({ code }) => code === welcomeCode);
  const off = await admin.call(switchStaffCode, { body: { site, id: welcome?.id ?? "", active: false } });
  expect(off.body.error).toMatchObject({ code: "welcome_code_stays", message: expect.stringContaining("promise") });
  const after = (await admin.call(getStaffCodes, {})).body.codes;
  expect(after.find(({ code }) => code === welcomeCode)?.active).toBe(true);
});

test("D2.1 a code of another site can't be switched here", async ({ admin }) => {
  const { sites, key } = (await admin.call(getStaffCodes, {})).body;
  const elsewhere = sites.find((site) => site.key !== key)?.key ?? "";
  const [theirs] = (await admin.call(getStaffCodes, { query: { site: elsewhere } })).body.codes;
  const body = { site: key, id: theirs?.id ?? "", active: false };
  expect((await admin.call(switchStaffCode, { body })).body.error?.code).toBe("staff_item_gone");
  expect((await admin.call(getStaffCodes, { query: { site: elsewhere } })).body.codes[0]?.active).toBe(true);
});
