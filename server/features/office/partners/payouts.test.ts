import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import sax from "sax";
import { decideProposal, takeProposals } from "#contract/office.ts";
import {
  addPartner,
  addPartnerNetwork,
  changePartner,
  changePartnerLink,
  getPartner,
  getPartners,
  openPartnersPage,
  proposePayout,
  setPartnerTerms,
} from "#contract/partners.ts";
import { changeStaffSites } from "#contract/staff.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { findAuditLog } from "../staff/show-audit-log.ts";
import { staffMember, wholeLog } from "../staff/test-staff.ts";
import { closePartnerMonths } from "./close-months.ts";
import { sepaText, writePain } from "./payment-file.ts";
import { buy } from "./test-sale.ts";

type Client = Awaited<ReturnType<typeof staffMember>>["client"];

const iban = "NL91 ABNA 0417 1643 00";
const payerIban = "DE89370400440532013000";
const site = "rendezvous";
const terms = { signup: 0, buyer: 10_000, share: 2_000, hold: 0 };
const partnerOf = (name: string, network: string) => ({
  ...{ site, name, network, iban, currency: "EUR", least: 10_000 },
  ...terms,
});

/** Staff who have just logged in: a session of theirs ends within a day, and the tests go through months. */
const test = base
  .extend(
    "logIn",
    { scope: "file" },
    ({ given }) =>
      async () =>
        (await staffMember(given, "finance")).client,
  )
  /** A member that a network brought buys for 12.10. */
  .extend("sell", { scope: "file" }, ({ services, member, siteIds }) => async (network: string) => {
    const buyer: Member = await member();
    const source = { network, ref: "", sub1: "", sub2: "", sub3: "", lander: "", slug: "", variant: "" };
    const tracked = { account_id: buyer.id, created_at: services.clock.now(), ...source };
    await services.db.insertInto("signup_tracking").values(tracked).execute();
    return await buy(services.db, buyer.id, siteIds[0], services.clock.now());
  });

const propose = (who: Client, from = payerIban) =>
  who.call(proposePayout, { body: { site, currency: "EUR", iban: from } });
const show = async (who: Client) => (await who.call(getPartners, { query: { site } })).body;
const codeOf = (answer: { body: { error?: { code: string; fields?: object } } }) => answer.body.error?.code;
const takeOne = async (who: Client, count = 12) =>
  (await who.call(takeProposals, { body: { count } })).body.items[0]?.id ?? "";
const confirm = (who: Client, id: string) => who.call(decideProposal, { body: { id, verdict: "confirmed" } });

test("R13.02 a payout is proposed by one person and confirmed by another, once, and its file is for the bank", async ({
  services,
  visitor,
  logIn,
  sell,
}) => {
  const { db, clock } = services;
  clock.set("2027-01-10T12:00:00Z");
  let [one, other] = [await logIn(), await logIn()];
  const evil = '</Nm><IBAN>X</IBAN> & "Söhne" ]]> <!ENTITY x SYSTEM "file:///">';
  expect((await one.call(addPartner, { body: partnerOf(evil, "payers") })).status).toBe(200);
  // nothing earned, and no bank account
  await one.call(addPartner, { body: partnerOf("Idle Ltd", "idle") });
  await one.call(addPartner, { body: { ...partnerOf("Homeless Ltd", "homeless"), iban: "" } });
  const sale = await sell("payers");
  await sell("homeless");
  expect(codeOf(await propose(one))).toBe("staff_item_gone");
  clock.set("2027-02-02T12:00:00Z");
  await closePartnerMonths.run(services, {});

  [one, other] = [await logIn(), await logIn()];
  const third = await logIn();
  const before = await show(one);
  expect(before.payable).toEqual([{ currency: "EUR", payouts: 1, amount: 10_200 }]);
  expect(before.partners.map(({ name, owed }) => [name, owed.map(({ amount }) => amount)])).toEqual([
    [evil, [10_200]],
    ["Homeless Ltd", [10_200]],
    ["Idle Ltd", []],
  ]);
  const typo = await propose(one, "DE89370400440532013001");
  expect(typo.body.error?.fields).toEqual({ iban: "This IBAN isn’t right. Please check it for typos." });
  expect((await propose(one)).body.waiting).toBe(true);
  // a second list on the same money
  await propose(one);
  expect(await takeOne(one)).toBe("");
  const [item] = (await other.call(takeProposals, { body: { count: 1 } })).body.items;
  const change = item?.facts.find(({ label }) => label === "change")?.value;
  expect(change?.split("\n")).toEqual([`${payerIban}: \u2212€102.00`, `${evil} NL91ABNA0417164300: €102.00`]);
  expect((await confirm(other, await takeOne(other))).status).toBe(200);
  const again = await takeOne(other);
  expect(again).not.toBe("");
  expect(codeOf(await confirm(other, again))).toBe("staff_item_gone");
  const after = await show(third);
  expect(after.payable).toEqual([]);
  expect(after.lists).toMatchObject([{ currency: "EUR", payouts: 1, amount: 10_200 }]);
  expect(after.lists[0]?.proposer).not.toBe(after.lists[0]?.confirmer);

  const id = after.lists[0]?.id;
  const read = (who: Client, kind: string) => who.get(`/staff-payouts/${id}.${kind}`);
  const xml = (await read(third, "xml")).body;
  expect(xml).toContain("urn:iso:std:iso:20022:tech:xsd:pain.001.001.09");
  expect(xml).toContain('<InstdAmt Ccy="EUR">102.00</InstdAmt>');
  expect(xml).toContain("<IBAN>NL91ABNA0417164300</IBAN>");
  expect(xml).toContain(`<DbtrAcct><Id><IBAN>${payerIban}</IBAN></Id></DbtrAcct>`);
  expect(xml.match(/<IBAN>/g)).toHaveLength(2);
  expect(xml).not.toMatch(/ENTITY x SYSTEM "|\]\]>|&/);
  expect((await read(third, "xml")).body).toBe(xml);
  expect((await read(third, "csv")).body).toContain(",NL91ABNA0417164300,102.00,EUR\r\n");
  expect((await read(visitor(), "xml")).statusCode).toBe(404);

  // the money goes back after it was paid out
  await sale.refund(new Date("2027-02-20T12:00:00Z"));
  clock.set("2027-03-02T12:00:00Z");
  await closePartnerMonths.run(services, {});
  const late = await logIn();
  const owing = (await show(late)).partners[0];
  expect(owing?.owed).toEqual([{ currency: "EUR", amount: -10_200 }]);
  await sell("payers");
  clock.set("2027-04-02T12:00:00Z");
  await closePartnerMonths.run(services, {});
  const balanced = await logIn();
  expect((await show(balanced)).partners[0]?.owed).toEqual([]);
  const { body } = await balanced.call(getPartner, { query: { id: owing?.id ?? "" } });
  expect(body.statements.map(({ month, earned }) => [month, earned])).toEqual([
    ["2027-03", 10_200],
    ["2027-02", -10_200],
    ["2027-01", 10_200],
  ]);
  expect(body.payouts).toMatchObject([{ amount: 10_200 }]);
  const { entries } = await findAuditLog(db, wholeLog);
  const actions = entries.map(({ action }) => action);
  for (const action of ["partner_added", "payout_proposed", "payout_made", "payout_downloaded"])
    expect(actions).toContain(action);
});

test("R13.02 two lists of the same money that two people confirm at once, one of them twice, pay it once", async ({
  services,
  logIn,
  sell,
}) => {
  const { db, clock } = services;
  await db.deleteFrom("proposals").execute();
  clock.set("2027-04-10T12:00:00Z");
  await (await logIn()).call(addPartner, { body: partnerOf("Race Ltd", "race") });
  await sell("race");
  clock.set("2027-05-02T12:00:00Z");
  await closePartnerMonths.run(services, {});
  const [one, other, third] = [await logIn(), await logIn(), await logIn()];
  for (const _ of [1, 2]) expect((await propose(one)).status).toBe(200);
  const [first, second] = [await takeOne(other, 1), await takeOne(third, 1)];
  expect(first).not.toBe(second);
  const presses = [confirm(one, first), confirm(other, first), confirm(other, first), confirm(third, second)];
  const statuses = (await Promise.all([...presses, confirm(third, first)])).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const paid = await db.selectFrom("partner_payouts").select("amount_minor").where("name", "=", "Race Ltd").execute();
  expect(paid).toEqual([{ amount_minor: 10_200 }]);
  expect((await show(one)).partners.find(({ name }) => name === "Race Ltd")?.owed).toEqual([]);
});

test("R13.02 a payout that fails between two of its rows leaves none, and waits to be confirmed again", async ({
  services,
  logIn,
  sell,
}) => {
  const { db, clock } = services;
  await db.deleteFrom("proposals").execute();
  clock.set("2027-05-02T13:00:00Z");
  const names = ["Broken A", "Broken B"];
  const before = await logIn();
  for (const name of names) await before.call(addPartner, { body: partnerOf(name, name.toLowerCase()) });
  for (const name of names) await sell(name.toLowerCase());
  clock.set("2027-06-02T12:00:00Z");
  await closePartnerMonths.run(services, {});
  const [one, other] = [await logIn(), await logIn()];
  await propose(one);
  const id = await takeOne(other);
  const listed = () => db.selectFrom("partner_payouts").select("name").where("name", "in", names).execute();
  await sql`create function break_row() returns trigger language plpgsql as
    $$ begin if new.name = 'Broken B' then raise 'cut off'; end if; return new; end $$`.execute(db);
  await sql`create trigger break_row before insert on partner_payouts for each row execute function break_row()`.execute(
    db,
  );
  expect((await confirm(other, id)).status).toBe(500);
  await sql`drop trigger break_row on partner_payouts`.execute(db);
  expect(await listed()).toEqual([]);
  expect((await show(one)).waiting).toBe(true);
  expect((await confirm(other, id)).status).toBe(200);
  expect((await listed()).map(({ name }) => name).toSorted()).toEqual(names);
});

test("R13.02 a statement that is cut off between its rows is written whole by the next run, once", async ({
  services,
  logIn,
  sell,
}) => {
  const { db, clock } = services;
  clock.set("2027-06-10T12:00:00Z");
  const one = await logIn();
  const added = await one.call(addPartner, { body: partnerOf("Cut Ltd", "cut") });
  const id = added.body.partners.find(({ name }) => name === "Cut Ltd")?.id ?? "";
  for (const _ of [1, 2]) await sell("cut");
  clock.set("2027-07-02T12:00:00Z");
  await sql`create sequence cut_rows`.execute(db);
  await sql`create function cut_row() returns trigger language plpgsql as
    $$ begin if nextval('cut_rows') = 3 then raise 'cut off'; end if; return new; end $$`.execute(db);
  await sql`create trigger cut_row before insert on partner_lines for each row execute function cut_row()`.execute(db);
  await expect(closePartnerMonths.run(services, {})).rejects.toThrow();
  await sql`drop trigger cut_row on partner_lines`.execute(db);
  const rows = async () => {
    const statements = db.selectFrom("partner_statements").select(["id", "month", "buyers", "sales", "earned_minor"]);
    const [first, ...more] = await statements.where("partner_id", "=", id).execute();
    const lines = db.selectFrom("partner_lines").select("amount_minor");
    const own = first ? await lines.where("statement_id", "=", first.id).execute() : [];
    return { first, more, sum: own.reduce((sum, { amount_minor }) => sum + amount_minor, 0) };
  };
  expect(await rows()).toEqual({ first: undefined, more: [], sum: 0 });
  for (const _ of [1, 2]) await closePartnerMonths.run(services, {});
  const { first, more, sum } = await rows();
  expect(first).toMatchObject({ month: "2027-06", buyers: 2, sales: 2, earned_minor: 20_400 });
  expect([more, sum]).toEqual([[], 20_400]);
});

test("R13.02 a refund that comes while a month is written, or late, is in the next statement and in no other", async ({
  services,
  logIn,
  sell,
}) => {
  const { db, clock } = services;
  clock.set("2027-07-10T12:00:00Z");
  const added = await (await logIn()).call(addPartner, { body: partnerOf("Late Ltd", "late") });
  const id = added.body.partners.find(({ name }) => name === "Late Ltd")?.id ?? "";
  const [now, late] = [await sell("late"), await sell("late")];
  await sell("late");
  clock.set("2027-08-02T12:00:00Z");
  await Promise.all([
    closePartnerMonths.run(services, {}),
    now.refund(clock.now()),
    closePartnerMonths.run(services, {}),
  ]);
  const earned = async () => {
    const statements = db.selectFrom("partner_statements").select(["month", "reversals", "earned_minor"]);
    const rows = await statements.where("partner_id", "=", id).orderBy("month").execute();
    return rows.map(({ month, reversals, earned_minor: amount }) => [month, reversals, amount]);
  };
  const july = ["2027-07", 0, 3 * 10_200];
  expect(await earned()).toEqual([july]);
  // dated in the month that was written already
  await late.refund(new Date("2027-07-31T23:59:59Z"));
  clock.set("2027-09-02T12:00:00Z");
  for (const _ of [1, 2]) await closePartnerMonths.run(services, {});
  expect(await earned()).toEqual([july, ["2027-08", 4, -2 * 10_200]]);
});

test("R13.02 while no second person could confirm a payout, the page says so", async ({ services, given }) => {
  const { db } = services;
  const { client, id } = await staffMember(given, "admin");
  const others = db.selectFrom("staff").select("id").where("id", "<>", id).where("enabled", "=", true);
  const ids = (await others.execute()).map((each) => each.id);
  const setOthers = (change: { enabled: boolean }) =>
    db.updateTable("staff").set(change).where("id", "in", ids).execute();
  expect(await show(client)).toMatchObject({ alone: false });
  await setOthers({ enabled: false });
  expect(await show(client)).toMatchObject({ alone: true });
  await staffMember(given, "moderator");
  expect(await show(client)).toMatchObject({ alone: true });
  const colleague = await staffMember(given, "finance");
  expect(await show(client)).toMatchObject({ alone: false });
  await client.call(changeStaffSites, { body: { id: colleague.id, sites: ["abendrot"] } });
  expect(await show(client)).toMatchObject({ alone: true });
  await setOthers({ enabled: true });
});

test("R13.02 a payout is not made if the partner's bank account changed after it was proposed", async ({
  services,
  logIn,
  sell,
}) => {
  services.clock.set("2027-05-10T12:00:00Z");
  await (await logIn()).call(addPartner, { body: partnerOf("Moving Ltd", "moving") });
  await sell("moving");
  services.clock.set("2027-06-02T12:00:00Z");
  await closePartnerMonths.run(services, {});
  const [one, other] = [await logIn(), await logIn()];
  await services.db.deleteFrom("proposals").execute();
  await propose(one);
  const moving = (await show(one)).partners.find(({ name }) => name === "Moving Ltd");
  const body = { id: moving?.id ?? "", name: "Moving Ltd", iban: "DE75512108001245126199", least: 10_000 };
  expect((await one.call(changePartner, { body })).body.iban).toBe("DE•• •••• 6199");
  expect(codeOf(await confirm(other, await takeOne(other)))).toBe("staff_item_gone");
});

test("R13.02 terms begin with a day that is not over, names of networks are one partner's, other sites' staff see none", async ({
  services,
  given,
  logIn,
}) => {
  services.clock.set("2027-07-15T12:00:00Z");
  const one = await logIn();
  const added = await one.call(addPartner, { body: partnerOf("Terms Ltd", "old-name") });
  const partner = added.body.partners.find(({ name }) => name === "Terms Ltd");
  const id = partner?.id ?? "";
  expect(partner?.terms).toEqual({ ...terms, from: "2027-07-15" });
  const set = (from: string) => one.call(setPartnerTerms, { body: { id, from, ...terms, share: 3_000 } });
  expect((await set("2027-07-14")).body.error?.fields).toEqual({ from: "This is too small." });
  expect((await set("2027-07-20")).body.all_terms.map(({ from, share }) => [from, share])).toEqual([
    ["2027-07-20", 3_000],
    ["2027-07-15", 2_000],
  ]);
  const name = (network: string) => one.call(addPartnerNetwork, { body: { id, network } });
  expect((await name("new-name")).body.networks.toSorted()).toEqual(["new-name", "old-name"]);
  expect((await name("new-name")).body.error?.fields).toEqual({ network: "This already belongs to a partner." });
  const twin = await one.call(addPartner, { body: partnerOf("Twin Ltd", "old-name") });
  expect(twin.body.error?.fields).toEqual({ network: "This already belongs to a partner." });
  expect((await show(one)).partners.map((each) => each.name)).not.toContain("Twin Ltd");
  const bad = await one.call(addPartner, { body: { ...partnerOf("Typo Ltd", "typo"), iban: "NL91ABNA0417164301" } });
  expect(bad.body.error?.fields).toEqual({ iban: "This IBAN isn’t right. Please check it for typos." });

  const boss = await staffMember(given, "admin");
  const limited = await staffMember(given, "finance");
  const others = await services.db.selectFrom("sites").select("key").where("key", "<>", site).execute();
  const sites = others.map(({ key }) => key).slice(0, 1);
  await boss.client.call(changeStaffSites, { body: { id: limited.id, sites } });
  expect((await limited.client.call(getPartners)).body.partners).toEqual([]);
  expect(codeOf(await limited.client.call(getPartner, { query: { id } }))).toBe("staff_item_gone");
  const details = { id, name: "Mine", iban: "", least: 1 };
  expect(codeOf(await limited.client.call(changePartner, { body: details }))).toBe("staff_item_gone");
  expect(codeOf(await limited.client.call(addPartner, { body: partnerOf("Mine", "mine") }))).toBe("invalid_input");
  const [list] = await services.db.selectFrom("partner_payout_lists").select("id").execute();
  expect((await limited.client.get(`/staff-payouts/${list?.id}.csv`)).statusCode).toBe(404);
});

test("R13.02 a partner reads its statements by a link, until it is replaced or revoked, once ten members bought", async ({
  services,
  visitor,
  logIn,
  sell,
}) => {
  services.clock.set("2027-08-10T12:00:00Z");
  const one = await logIn();
  const added = await one.call(addPartner, { body: partnerOf("Reader Ltd", "reader") });
  const id = added.body.partners.find(({ name }) => name === "Reader Ltd")?.id ?? "";
  const change = async (open: boolean) => (await one.call(changePartnerLink, { body: { id, open } })).body.link;
  const tokenOf = (link: string | null) => link?.split("/").at(-1) ?? "";
  const first = tokenOf(await change(true));
  const token = tokenOf(await change(true));
  for (let buyers = 0; buyers < 9; buyers += 1) await sell("reader");
  services.clock.set("2027-09-02T12:00:00Z");
  await closePartnerMonths.run(services, {});
  const open = (by: string, host?: string) => visitor(host).call(openPartnersPage, { query: { token: by } });
  const few = (await open(token)).body.partner;
  const nine = 9 * 10_200;
  expect(few).toMatchObject({ name: "Reader Ltd", few: true, statements: [], owed: [{ amount: nine }] });
  await sell("reader");
  services.clock.set("2027-10-02T12:00:00Z");
  await closePartnerMonths.run(services, {});
  const { statements } = (await open(token)).body.partner;
  expect(statements.map(({ month, earned }) => [month, earned])).toEqual([
    ["2027-09", 10_200],
    ["2027-08", nine],
  ]);
  for (const answer of [await open(first), await open(token, "127.0.0.1"), await open("A".repeat(43))])
    expect(codeOf(answer)).toBe("link_invalid");
  const later = await logIn();
  expect((await later.call(changePartnerLink, { body: { id, open: false } })).body.link).toBeNull();
  expect(codeOf(await open(token))).toBe("link_invalid");
});

/** The elements of a file in their order, each with its text. */
function elementsOf(xml: string): { name: string; text: string }[] {
  const elements: { name: string; text: string }[] = [];
  const parser = sax.parser(true, { trim: true });
  parser.onopentag = ({ name }) => void elements.push({ name, text: "" });
  parser.ontext = (text) => {
    const last = elements.at(-1);
    if (last) last.text += text;
  };
  parser.write(xml).close();
  return elements;
}

test("R13.02 the file for the bank has the elements of pain.001.001.09 in their order, its sums, and texts that are short enough", () => {
  const payer_name = `${"Müller & Söhne ".repeat(9)}GmbH`;
  const list = { site, currency: "EUR", payer_name, payer_iban: payerIban };
  const payouts = [1, 99, 2_147_483_647].map((amount) => ({
    ...{ id: randomUUID(), name: `/${"Ångström–Łódź ".repeat(6)}`, iban: "NL91ABNA0417164300", amount },
  }));
  const id = randomUUID();
  const elements = elementsOf(writePain({ ...list, id, created_at: new Date("2026-11-28T23:30:00.123Z"), payouts }));
  const textsOf = (name: string) => elements.flatMap((each) => (each.name === name ? [each.text] : []));
  const group = ["GrpHdr", "MsgId", "CreDtTm", "NbOfTxs", "CtrlSum", "InitgPty", "Nm"];
  const payment = [
    "PmtInf",
    "PmtInfId",
    "PmtMtd",
    "NbOfTxs",
    "CtrlSum",
    "PmtTpInf",
    "SvcLvl",
    "Cd",
    "ReqdExctnDt",
    "Dt",
  ];
  const debtor = ["Dbtr", "Nm", "DbtrAcct", "Id", "IBAN", "DbtrAgt", "FinInstnId", "Othr", "Id", "ChrgBr"];
  const creditor = ["Cdtr", "Nm", "CdtrAcct", "Id", "IBAN", "RmtInf", "Ustrd"];
  const transfer = ["CdtTrfTxInf", "PmtId", "EndToEndId", "Amt", "InstdAmt", ...creditor];
  expect(elements.map(({ name }) => name)).toEqual(
    ["Document", "CstmrCdtTrfInitn", group, payment, debtor, transfer, transfer, transfer].flat(),
  );
  expect(textsOf("NbOfTxs")).toEqual(["3", "3"]);
  expect(textsOf("InstdAmt")).toEqual(["0.01", "0.99", "21474836.47"]);
  expect(textsOf("CtrlSum")).toEqual(["21474837.47", "21474837.47"]);
  expect(textsOf("CreDtTm")).toEqual(["2026-11-28T23:30:00Z"]);
  expect([textsOf("Dt"), textsOf("ChrgBr"), textsOf("PmtMtd")].flat()).toEqual(["2026-11-28", "SLEV", "TRF"]);
  for (const text of [...textsOf("MsgId"), ...textsOf("PmtInfId"), ...textsOf("EndToEndId")])
    expect(text).toMatch(/^[\da-f]{32}$/);
  expect(new Set(textsOf("EndToEndId")).size).toBe(3);
  for (const text of [...textsOf("Nm"), ...textsOf("Ustrd")]) expect(text).toMatch(/^[A-Za-z0-9?:().,'+ -]{10,70}$/);
});

test("R13.02 a text for the bank has the characters of SEPA only, whatever a name is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      expect(sepaText(text)).toMatch(/^[A-Za-z0-9?:().,'+ /-]{1,70}$/);
    }),
  );
  expect(sepaText("Łódź & Søn <Größe>")).toBe("Lodz + Son Grosse");
  expect(sepaText("Guðmundsson Işık Ħamrun S\u030Aa")).toBe("Gudmundsson Isik Hamrun Sa");
});

test("R13.02 a partner's name is one that banks can read, so that they find it to be that of its account", async ({
  services,
  logIn,
}) => {
  services.clock.set("2027-11-10T12:00:00Z");
  const one = await logIn();
  const add = (name: string) => one.call(addPartner, { body: partnerOf(name, randomUUID()) });
  const refused = { name: "forbidden_characters" };
  for (const name of ["Медиа Ltd", "Ωραία", "中村", "Ad😀net Ж"])
    expect((await add(name)).body.error?.field_codes, name).toEqual(refused);
  for (const name of ["Þór & Æsir ehf.", "Ştefănescu Œuvres", "Ad😀net"])
    expect((await add(name)).status, name).toBe(200);
  const { id } = (await show(one)).partners.find(({ name }) => name === "Ad😀net") ?? { id: "" };
  const change = async (name: string) =>
    (await one.call(changePartner, { body: { id, name, iban: "", least: 1 } })).body.error?.field_codes;
  expect([await change("Адам"), await change("Adam")]).toEqual([refused, undefined]);
});
