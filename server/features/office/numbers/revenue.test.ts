import { staffRoles } from "#contract/constants.ts";
import { getNumbers, type NumberStep, numberSteps } from "#contract/numbers.ts";
import { makeSales } from "#server/features/office/money/test-sales.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect } from "#server/test.ts";
import { test as base } from "../test-office.ts";
import { startOf } from "./rules.ts";

const test = base.extend("receipts", { scope: "file" }, async ({ given, services }) => {
  await makeSales(given, "revenue", 40);
  return await services.db.selectFrom("receipts").selectAll().execute();
});

test("D7.8 revenue in the numbers equals the receipts and credit notes of each step, currencies apart", async ({
  finance,
  receipts,
  services,
}) => {
  const sites = await services.db.selectFrom("sites").select(["id", "key"]).execute();
  const from = (by: NumberStep, at: Date) => startOf(at.toISOString().slice(0, 10), by);
  for (const site of [undefined, ...sites]) {
    for (const by of numberSteps) {
      const query = { days: "91", by, ...(site && { site: site.key }) } as const;
      const { revenue } = (await finance.call(getNumbers, { query })).body;
      const own = receipts.filter(({ site_id: id }) => !site || id === site.id);
      const sums = new Map<string, { paid: number; back: number }>();
      for (const { issued_at: at, currency, kind, amount_minor: amount } of own) {
        const key = `${from(by, at)} ${currency}`;
        const { paid, back } = sums.get(key) ?? { paid: 0, back: 0 };
        sums.set(key, kind === "receipt" ? { paid: paid + amount, back } : { paid, back: back + amount });
      }
      const found = revenue.map((row) => [`${row.from} ${row.currency}`, { paid: row.paid, back: row.back }]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(sums));
    }
  }
});

test("D11.4 the file has a line for each step with the money of each currency, for finance and admins", async ({
  given,
  finance,
  receipts,
}) => {
  const file = await finance.get("/staff-csv/numbers?days=91&by=month");
  expect(file.headers["cache-control"]).toBe("no-store");
  const [headings = "", ...lines] = file.body.split("\r\n").slice(0, -1);
  const names = headings.split(",");
  expect(names.slice(0, 3)).toEqual(["from", "signups", "confirmations"]);
  expect(lines.map((line) => line.split(",")[0])).toEqual(["2026-08-01", "2026-09-01", "2026-10-01", "2026-11-01"]);
  const place = names.indexOf("paid_EUR");
  const cents = lines.reduce((sum, line) => sum + Math.round(Number(line.split(",")[place]) * 100), 0);
  const paid = receipts.filter(({ kind, currency }) => kind === "receipt" && currency === "EUR");
  expect(cents).toBe(paid.reduce((sum, { amount_minor: amount }) => sum + amount, 0));
  expect((await finance.get("/staff-csv/numbers?days=8")).statusCode).toBe(404);
  for (const role of staffRoles.filter((each) => each === "support" || each === "moderator")) {
    expect((await (await staffMember(given, role)).client.get("/staff-csv/numbers")).statusCode, role).toBe(404);
  }
});
