import { staffRoles } from "#contract/constants.ts";
import { findBuyers, findPayments, getMoney, type MoneyDimension, moneyDimensions } from "#contract/money.ts";
import { paymentState, paymentStates } from "#contract/payment-state.ts";
import { nameKey } from "#server/features/auth/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect } from "#server/test.ts";
import { test as base } from "../test-office.ts";
import { makeSales } from "./test-sales.ts";

const test = base
  .extend("sales", { scope: "file" }, async ({ given }) => {
    await makeSales(given, "money", 120);
    return await given.services.db.selectFrom("receipts").selectAll().execute();
  })
  .extend("csv", { scope: "file" }, ({ finance }) => async (query: Record<string, string>, client = finance) => {
    return await client.get(`/staff-csv/receipts?${new URLSearchParams(query)}`);
  });

const period = { from: "2026-10-15", to: "2026-11-15" };
const within = (at: Date) => at >= new Date("2026-10-15T00:00:00Z") && at < new Date("2026-11-16T00:00:00Z");

test("D11.4 the files of money are for finance and admins", async ({ given, member, csv }) => {
  for (const role of staffRoles) {
    const { client: staff } = await staffMember(given, role);
    const allowed = role === "finance" || role === "admin";
    expect((await csv({ currency: "EUR" }, staff)).statusCode).toBe(allowed ? 200 : 404);
  }
  expect((await csv({ currency: "EUR" }, (await member()).client)).statusCode).toBe(404);
});

test("D7.8 revenue equals the receipts and credit notes, read one by one, in each currency by itself", async ({
  finance,
  sales,
  services,
}) => {
  const payments = await services.db.selectFrom("payments").selectAll().execute();
  const sites = await services.db.selectFrom("sites").selectAll().orderBy("id").execute();
  for (const site of [undefined, ...sites]) {
    const { body } = await finance.call(getMoney, { query: { ...period, ...(site && { site: site.key }) } });
    const own = sales.filter((row) => within(row.issued_at) && (!site || row.site_id === site.id));
    const keyOf: Record<MoneyDimension, (row: (typeof own)[number]) => string> = {
      day: (row) => row.issued_at.toISOString().slice(0, 10),
      country: (row) => row.buyer_country ?? "",
      bundle: (row) => String(payments.find(({ id }) => id === row.payment_id)?.credits),
      method: (row) => row.method ?? "",
      vat: (row) => `${row.buyer_country ?? "–"} ${row.vat_percent}`,
    };
    for (const dimension of moneyDimensions) {
      const expected = new Map<string, { receipts: number; paid: number; back: number; vat: number }>();
      for (const row of own) {
        const key = `${keyOf[dimension](row)}|${row.currency}`;
        const sum = expected.get(key) ?? { receipts: 0, paid: 0, back: 0, vat: 0 };
        const paid = row.kind === "receipt";
        expected.set(key, {
          receipts: sum.receipts + (paid ? 1 : 0),
          paid: sum.paid + (paid ? row.amount_minor : 0),
          back: sum.back + (paid ? 0 : row.amount_minor),
          vat: sum.vat + (paid ? row.vat_minor : -row.vat_minor),
        });
      }
      const found = new Map(body.by[dimension].map(({ of, currency, ...sums }) => [`${of}|${currency}`, sums]));
      expect(found, dimension).toEqual(expected);
    }
    expect(body.totals.map(({ currency }) => currency)).toEqual([...new Set(own.map((row) => row.currency))].sort());
  }
});

test("D7.5 all of the time, what was paid and kept is what the payments say", async ({ finance, sales, services }) => {
  expect(sales.length).toBeGreaterThan(60);
  const { body } = await finance.call(getMoney, { query: { from: "2025-01-01", to: "2026-12-01" } });
  const paid = await services.db.selectFrom("payments").selectAll().where("status", "=", "completed").execute();
  for (const { currency, receipts, ...sum } of body.totals) {
    const own = paid.filter((payment) => payment.currency === currency);
    expect(receipts).toBe(own.length);
    const kept = own.reduce((total, { amount_minor, refunded_minor }) => total + amount_minor - refunded_minor, 0);
    expect(sum.paid - sum.back).toBe(kept);
  }
  const refunds = await services.db.selectFrom("refunds").selectAll().execute();
  expect(body.refunds).toHaveLength(refunds.length);
});

test("the file holds each receipt and credit note of a currency once, in order, and adds up to the screen", async ({
  finance,
  sales,
  csv,
}) => {
  const { body } = await finance.call(getMoney, { query: period });
  for (const { currency, paid, back } of body.totals) {
    const answer = await csv({ ...period, currency });
    expect(answer.headers["content-type"]).toContain("text/csv");
    expect(answer.headers["cache-control"]).toBe("no-store");
    const [head = "", ...lines] = answer.body.split("\r\n").slice(0, -1);
    const place = head.split(",").indexOf("gross");
    const [at, quarter] = ["issued_at", "quarter"].map((name) => head.split(",").indexOf(name));
    for (const line of lines) {
      const cells = line.match(/(?:"[^"]*"|[^,])+|(?<=,)(?=,|$)/g) ?? [];
      const month = Number(cells[at ?? 0]?.slice(5, 7));
      expect(cells[quarter ?? 0]).toBe(`${cells[at ?? 0]?.slice(0, 4)}-Q${Math.ceil(month / 3)}`);
    }
    expect(lines).toHaveLength(sales.filter((row) => row.currency === currency && within(row.issued_at)).length);
    const cents = lines.map((line) =>
      Math.round(Number(line.match(/(?:"[^"]*"|[^,])+|(?<=,)(?=,|$)/g)?.[place]) * 100),
    );
    expect(cents.reduce((sum, value) => sum + value, 0)).toBe(paid - back);
  }
  expect((await csv({ currency: "=1+1" })).statusCode).toBe(404);
});

test("payments are found by number, state, day and method, and page by page", async ({ finance, sales, services }) => {
  const payments = await services.db.selectFrom("payments").selectAll().execute();
  const find = async (query: object) => (await finance.call(findPayments, { query: query as never })).body;
  const [receipt] = sales;
  const number = `${receipt?.year}-${String(receipt?.number).padStart(6, "0")}`;
  const sold = payments.find(({ id }) => id === receipt?.payment_id);
  for (const typed of [number, sold?.id, sold?.provider_reference]) {
    const found = (await find({ number: typed })).payments;
    expect(found.map(({ payment_id }) => payment_id)).toContain(sold?.id);
    expect(found.find(({ payment_id }) => payment_id === sold?.id)?.number).toBe(number);
  }
  for (const number of ["nothing", "' or 1=1 --", "2026-999999999", "0193f3a0-1111-7000-8000-000000000001"]) {
    expect((await find({ number })).payments).toEqual([]);
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof find>> = await find({ status: "completed", ...(cursor && { cursor }) });
    seen.push(...page.payments.map(({ payment_id }) => payment_id));
    cursor = page.cursor;
  } while (cursor !== null);
  // what went back does not read as paid
  const completed = payments.filter(
    ({ status, refunded_minor, charged_back_minor }) =>
      status === "completed" && refunded_minor === 0 && charged_back_minor === 0,
  );
  expect(seen).toHaveLength(completed.length);
  expect(new Set(seen)).toEqual(new Set(completed.map(({ id }) => id)));
  const ideal = payments.filter(
    (row) => row.method === "ideal" && row.created_at.toISOString().startsWith("2026-11-10"),
  );
  const day = { method: "ideal", from: "2026-11-10", to: "2026-11-10" };
  expect((await find(day)).payments).toHaveLength(ideal.length);
});

test("D7.8 payments are found by what went back, and a payment that was charged back does not read as paid", async ({
  finance,
  sales,
  services,
}) => {
  const { db, clock } = services;
  const paid = await db
    .selectFrom("payments")
    .selectAll()
    .where("status", "=", "completed")
    .where("refunded_minor", "=", 0)
    .limit(3)
    .execute();
  const [whole, part, returned] = paid;
  if (!whole || !part || !returned || sales.length === 0) throw new Error("too few sales");
  const take = async (payment: typeof whole, amount: number, back: boolean) => {
    const taken = { payment_id: payment.id, provider_reference: `chargeback-${payment.id}`, amount_minor: amount };
    const now = clock.now();
    const row = { ...taken, credits: 0, created_at: now, reversed_at: back ? now : null };
    await db.insertInto("chargebacks").values(row).execute();
    const change = { charged_back_minor: back ? 0 : amount };
    await db.updateTable("payments").set(change).where("id", "=", payment.id).execute();
  };
  await take(whole, whole.amount_minor, false);
  await take(part, 1, false);
  await take(returned, returned.amount_minor, true);
  const find = async (query: object) => (await finance.call(findPayments, { query: query as never })).body.payments;
  const states = async (returned_: string) =>
    new Map((await find({ returned: returned_ })).map((payment) => [payment.payment_id, paymentState(payment)]));
  const chargedBack = await states("charged_back");
  expect([chargedBack.size, chargedBack.get(whole.id)]).toEqual([2, "charged_back"]);
  expect(chargedBack.get(part.id)).toBe(part.amount_minor === 1 ? "charged_back" : "partly_charged_back");
  expect([...(await states("disputed")).keys()].sort()).toEqual([whole.id, part.id, returned.id].sort());
  const refunded = await db.selectFrom("payments").select("id").where("refunded_minor", ">", 0).execute();
  const foundRefunded = await states("refunded");
  expect(new Set(foundRefunded.keys())).toEqual(new Set(refunded.map(({ id }) => id)));
  expect([...foundRefunded.values()].every((state) => /refunded/.test(state))).toBe(true);

  // a refund that is only ordered does not read as refunded, and each state finds the payments that read so
  const [ordered = ""] = [...foundRefunded.keys()].filter((id) => !chargedBack.has(id));
  const pending = db.updateTable("refunds").set({ status: "pending", completed_at: null });
  await pending.where("payment_id", "=", ordered).execute();
  expect((await find({ status: "refund_ordered" })).map(({ payment_id }) => payment_id)).toEqual([ordered]);
  expect((await find({ status: "charged_back" })).map(({ payment_id }) => payment_id)).toContain(whole.id);
  for (const status of paymentStates) {
    const payments = await find({ status });
    expect(payments.map(paymentState)).toEqual(payments.map(() => status));
  }
});

test("D11.4 payments of an email address or a name are found by its accounts, and each of these is logged", async ({
  finance,
  member,
  services,
  siteIds,
}) => {
  const [anna, namesake] = [await member({ siteId: siteIds[0] ?? 0 }), await member({ siteId: siteIds[1] ?? 0 })];
  const { db } = services;
  await db.updateTable("accounts").set({ email: anna.email }).where("id", "=", namesake.id).execute();
  const sold = await db.selectFrom("payments").selectAll().limit(1).executeTakeFirstOrThrow();
  await db.updateTable("payments").set({ member_id: anna.id }).where("id", "=", sold.id).execute();
  const buyersOf = async (who: string) => (await finance.call(findBuyers, { body: { who } })).body;
  const { buyers } = await buyersOf(anna.email.toUpperCase());
  expect([...buyers].sort()).toEqual([anna.id, namesake.id].sort());
  const found = await finance.call(findPayments, { query: { buyers: buyers.join(",") } });
  expect(found.body.payments.map(({ payment_id }) => payment_id)).toEqual([sold.id]);
  expect((await buyersOf("nobody@example.org")).buyers).toEqual([]);
  // by a part of the name, without those who bought nothing
  await db
    .updateTable("accounts")
    .set({ name_key: nameKey("Anna.Lena_Berg") })
    .where("id", "in", [anna.id, namesake.id])
    .execute();
  expect((await buyersOf("Lena Berg")).buyers).toEqual([anna.id]);
  expect((await buyersOf("Lena Bergmann")).buyers).toEqual([]);
  expect((await buyersOf("- .")).buyers).toEqual([]);
  expect((await buyersOf(" ")).error?.field_codes).toEqual({ who: "required" });
  const logged = await db.selectFrom("audit_log").selectAll().where("action", "=", "payments_searched").execute();
  expect(logged.map(({ member_id }) => member_id)).toEqual(expect.arrayContaining([anna.id, namesake.id, null]));
  expect(JSON.stringify(logged)).not.toContain("example.org");
});

test("bad input: unknown sites, days and cursors, a period of 100 years", async ({ finance }) => {
  for (const query of [{ site: "nowhere" }, { from: "yesterday" }, { from: "1900-01-01" }, { to: "2026-02-30" }]) {
    expect((await finance.call(getMoney, { query: query as never })).status, JSON.stringify(query)).toBe(400);
  }
  for (const query of [
    { site: "nowhere" },
    { cursor: "x" },
    { status: "gone" },
    { number: "\u0000" },
    { buyers: "x" },
    { returned: "no" },
  ]) {
    expect((await finance.call(findPayments, { query: query as never })).status, JSON.stringify(query)).toBe(400);
  }
});

test("R13.04 a chargeback of a card can be contested for 30 days, one of a direct debit or a returned one can't", async ({
  finance,
  services,
  sales: _,
}) => {
  const { db } = services;
  const paid = db.selectFrom("payments").select("id").where("status", "=", "completed").limit(3);
  const [card, debit, returned] = (await paid.execute()).map(({ id }) => id);
  const at = new Date("2026-11-10T23:00:00Z");
  for (const id of [card, debit, returned]) {
    const method = id === debit ? "sepa" : "card";
    await db
      .updateTable("payments")
      .set({ method })
      .where("id", "=", id ?? "")
      .execute();
    const chargeback = { payment_id: id ?? "", provider_reference: `chb ${id}`, amount_minor: 1, credits: 0 };
    const reversed_at = id === returned ? at : null;
    await db
      .insertInto("chargebacks")
      .values({ ...chargeback, reversed_at, created_at: at })
      .execute();
  }
  const { chargebacks } = (await finance.call(getMoney, { query: { from: "2026-11-10", to: "2026-11-10" } })).body;
  const days = new Map(chargebacks.map(({ payment_id: id, contest_by: day }) => [id, day]));
  expect([card, debit, returned].map((id) => days.get(id ?? ""))).toEqual(["2026-12-10", null, null]);
});
