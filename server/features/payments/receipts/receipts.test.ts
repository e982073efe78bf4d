import { afterAll, describe, expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import type { Receipt } from "#contract/receipts.ts";
import { openShop } from "../test-shop.ts";
import { drawReceipt } from "./draw-receipt.ts";
import { issueReceipt } from "./issue-receipt.ts";
import { drawOnce } from "./serve-receipt.ts";
import { type ReceiptRow, takeNumber } from "./store.ts";
import { formatNumber, parseNumber, writeReceipt } from "./write-receipt.ts";

const shop = await openShop();
const { services, newBuyer, newcomer, orderSmallest, press, get, runJobs, withdraw } = shop;
const { db, clock, texts } = services;
afterAll(shop.close);

async function paid(buyer: { id: string; email: string; cookie: string }, options = {}) {
  const { path, id } = await orderSmallest(buyer.cookie, options);
  await press(path, "pay");
  await runJobs();
  return { ...buyer, paymentId: id, path };
}
const receiptsOf = async (cookie: string, payment: string): Promise<Receipt[]> =>
  (await get(`/api/receipts.php?payment=${payment}`, cookie)).json().receipts;
const numbers = async () =>
  (await db.selectFrom("receipts").select("number").where("year", "=", 2026).orderBy("number").execute()).map(
    ({ number }) => number,
  );

const row: ReceiptRow = {
  id: "0193f3a0-1111-7000-8000-000000000001",
  site_id: 1,
  company_id: 1,
  year: 2026,
  number: 123,
  kind: "receipt",
  payment_id: "0193f3a0-1111-7000-8000-000000000002",
  refund_id: null,
  chargeback_id: null,
  corrects_id: null,
  corrects: null,
  member_id: null,
  seller: {
    site: "Rendezvous",
    name: "Rendezvous Demo B.V.",
    address: ["Voorbeeldstraat 1"],
    city: "Amsterdam",
    country: "NL",
    kvk: "00000000",
    vat_numbers: ["NL000000000B01", "DE000000000"],
  },
  buyer_name: "Łucja Żółć",
  buyer_country: "PL",
  credits: 25,
  list_minor: 2245,
  amount_minor: 1684,
  currency: "EUR",
  vat_percent: 23,
  vat_minor: 315,
  method: "ideal",
  language: "pl",
  issued_at: new Date("2026-11-20T18:00:00Z"),
};

describe("D7.8 a receipt", () => {
  test("gets the next number of the company and year when the payment completes", async () => {
    const before = await numbers();
    const [anna, ben] = [await paid(await newBuyer()), await paid(await newBuyer())];
    const [first] = await receiptsOf(anna.cookie, anna.paymentId);
    const [second] = await receiptsOf(ben.cookie, ben.paymentId);
    const next = (before.at(-1) ?? 0) + 1;
    expect([first?.number, second?.number]).toEqual(
      [next, next + 1].map((number) => formatNumber({ year: 2026, number })),
    );
    const mail = services.mail.sent.findLast((each) => each.text.includes(anna.paymentId));
    expect(mail?.text).toContain(`Receipt number: ${first?.number}`);
  });

  test("numbers have no gap: not with purchases at once, and not if one is undone", async () => {
    const buyers = await Promise.all(Array.from({ length: 8 }, () => newBuyer()));
    await Promise.all(buyers.map((buyer) => paid(buyer)));
    const company = { company_id: 1, year: 2026 };
    const undone = db.transaction().execute(async (trx) => {
      await takeNumber(trx, company.company_id, company.year);
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    await paid(await newBuyer());
    const all = await numbers();
    expect(all).toEqual(Array.from({ length: all.length }, (_, index) => index + 1));
  });

  test("starts at 1 in a new year", async () => {
    const buyer = await paid(await newBuyer());
    const before = clock.now();
    const sale = await db
      .selectFrom("payments")
      .selectAll()
      .where("id", "=", buyer.paymentId)
      .executeTakeFirstOrThrow();
    const other = await newBuyer();
    const { id } = await orderSmallest(other.cookie);
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom("receipt_counters").where("year", "=", 2027).execute();
      const issued = { ...sale, id, member_id: other.id };
      expect(await issueReceipt(trx, issued, { method: null, now: new Date("2027-01-01T00:00:00Z") })).toBe(
        "2027-000001",
      );
    });
    clock.set(before);
  });

  test("shows company, buyer, credits, VAT, method and date, in the reader's language", async () => {
    const buyer = await paid(await newBuyer(), { method: "ideal" });
    const [receipt] = await receiptsOf(buyer.cookie, buyer.paymentId);
    const { document } = receipt ?? {};
    expect(document?.seller.lines).toEqual(
      expect.arrayContaining(["Rendezvous Demo B.V.", "Voorbeeldstraat 1", "Amsterdam, Netherlands"]),
    );
    expect(document?.buyer.lines[1]).toBe("Netherlands");
    expect(document?.items).toEqual([{ name: "10 credits at Rendezvous", value: "€9.95" }]);
    expect(document?.totals).toEqual([
      { name: "Net amount", value: "€8.22" },
      { name: "VAT (21%)", value: "€1.73" },
      { name: "Total, including VAT", value: "€9.95" },
    ]);
    expect(document?.facts).toEqual(
      expect.arrayContaining([
        { name: "Payment method", value: "iDEAL" },
        { name: "Date", value: "20 November 2026" },
        { name: "Payment number", value: buyer.paymentId },
      ]),
    );
  });

  test("shows a discount", async () => {
    const buyer = await paid(await newcomer());
    const [receipt] = await receiptsOf(buyer.cookie, buyer.paymentId);
    expect(receipt?.document.items.map(({ name }) => name)).toEqual(["10 credits at Rendezvous", "Discount"]);
  });

  test("is corrected by a credit note with a number of its own, once the refund is paid out", async () => {
    const buyer = await paid(await newBuyer());
    await withdraw(buyer.cookie, buyer.paymentId);
    await runJobs();
    expect(await receiptsOf(buyer.cookie, buyer.paymentId)).toHaveLength(1);
    await db.updateTable("sandbox_refunds").set({ status: "completed" }).execute();
    const { body, headers } = shop.webhook(
      (
        await db
          .selectFrom("payments")
          .select("provider_reference")
          .where("id", "=", buyer.paymentId)
          .executeTakeFirst()
      )?.provider_reference ?? "",
    );
    for (let count = 0; count < 2; count += 1) await shop.tell(body, headers);
    await runJobs();
    const [receipt, note, ...more] = await receiptsOf(buyer.cookie, buyer.paymentId);
    expect(more).toEqual([]);
    expect(note).toMatchObject({ kind: "credit_note" });
    expect(note?.document.facts).toContainEqual({ name: "For receipt", value: receipt?.number });
    expect(note?.document.totals.at(-1)).toEqual({ name: "Total paid back, including VAT", value: "€9.95" });
    const mails = services.mail.sent.filter((each) => each.text.includes(buyer.paymentId));
    expect(mails.at(-1)?.text).toContain(`Credit note: ${note?.number}`);
  });

  test("is corrected by a credit note if the bank takes the money back, which a receipt replaces if it returns", async () => {
    const buyer = await paid(await newBuyer());
    const { path } = buyer;
    await press(path, "charge_back");
    await runJobs();
    const [receipt, note] = await receiptsOf(buyer.cookie, buyer.paymentId);
    expect(note?.kind).toBe("credit_note");
    expect(note?.document.facts).toContainEqual({ name: "For receipt", value: receipt?.number });
    expect(note?.document.totals.at(-1)?.value).toBe("€9.95");
    const mail = services.mail.sent.findLast((each) => each.to === buyer.email);
    expect(mail?.text).toContain(`Credit note: ${note?.number}`);
    const taken = await db
      .selectFrom("chargebacks")
      .select("provider_reference")
      .where("payment_id", "=", buyer.paymentId)
      .executeTakeFirstOrThrow();
    for (let count = 0; count < 2; count += 1) await press(path, "reverse", { item: taken.provider_reference });
    await runJobs();
    const [, , again, ...more] = await receiptsOf(buyer.cookie, buyer.paymentId);
    expect(more).toEqual([]);
    expect(again?.kind).toBe("receipt");
    expect(again?.document.facts).toContainEqual({ name: "Replaces credit note", value: note?.number });
    expect(again?.document.totals.at(-1)?.value).toBe("€9.95");
    const all = await numbers();
    expect(all).toEqual(Array.from({ length: all.length }, (_, index) => index + 1));
  });

  test("is its buyer's only", async () => {
    const [anna, ben] = [await paid(await newBuyer()), await newBuyer()];
    const [receipt] = await receiptsOf(anna.cookie, anna.paymentId);
    expect(await receiptsOf(ben.cookie, anna.paymentId)).toEqual([]);
    expect((await get(receipt?.pdf ?? "", ben.cookie)).statusCode).toBe(404);
    expect((await get(receipt?.pdf ?? "")).statusCode).toBe(404);
    expect((await get("/receipts/x", anna.cookie)).statusCode).toBe(404);
    const mine = await get(receipt?.pdf ?? "", anna.cookie);
    expect(mine.headers).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="receipt-${receipt?.number}.pdf"`,
    });
    expect(mine.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  });
});

describe("D7.8 the PDF", () => {
  test.each(languages)("has every letter of the receipt in %s, in a font of its own", async (language) => {
    const document = writeReceipt(texts, language, row);
    const pdf = await drawReceipt(document, { language, issuedAt: row.issued_at, uncompressed: true });
    const text = pdf.toString("latin1");
    expect(text).toContain("/FontFile2");
    expect(text).toContain(`/Lang (${language})`);
    const [shown] = [JSON.stringify(document)];
    const mapped = new Set([...text.matchAll(/<([0-9a-f]{4})>/g)].map(([, code = ""]) => Number.parseInt(code, 16)));
    const missing = [...new Set(shown)].filter(
      (letter) => /[^\s"\\{}[\]]/.test(letter) && !mapped.has(letter.codePointAt(0) ?? 0),
    );
    expect(missing.filter((letter) => !/[a-z_:]/.test(letter))).toEqual([]);
  });

  test("is drawn once for the same receipt, and anew for a changed one", async () => {
    const options = { language: "pl", issuedAt: row.issued_at } as const;
    const document = writeReceipt(texts, "pl", row);
    const first = await drawOnce(document, options);
    expect(await drawOnce(structuredClone(document), { ...options })).toBe(first);
    const changed = await drawOnce({ ...document, title: "Korekta" }, options);
    expect(changed.equals(first)).toBe(false);
  });

  test("is the same for the same receipt", async () => {
    const make = () => drawReceipt(writeReceipt(texts, "pl", row), { language: "pl", issuedAt: row.issued_at });
    expect((await make()).equals(await make())).toBe(true);
  });
});

test("D7.8 a number is read as buyers type it", () => {
  expect([" 2026-000123", "2026-123", "2026 – 123", "123", "x"].map(parseNumber)).toEqual([
    { year: 2026, number: 123 },
    { year: 2026, number: 123 },
    { year: 2026, number: 123 },
    null,
    null,
  ]);
});
