import { getAuditLog } from "#contract/audit-log.ts";
import type { Call } from "#contract/call.ts";
import { sendComplaint } from "#contract/complaints.ts";
import { sendNotice } from "#contract/content-notices.ts";
import { findBuyers, findPayments, getMoney } from "#contract/money.ts";
import { getNumbers } from "#contract/numbers.ts";
import * as office from "#contract/office.ts";
import { changeStaffSites, getStaff, getTeam } from "#contract/staff.ts";
import * as members from "#contract/staff-members.ts";
import { getSiteChanges, getStaffSite } from "#contract/staff-sites.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";
import { calls } from "#server/http/calls.ts";
import { callName } from "#server/http/test-inputs.ts";
import { test as base, expect } from "#server/test.ts";
import { staffMember } from "./staff/test-staff.ts";
import { decideOn, reportOn, waitingPhoto } from "./test-office.ts";

const keys = ["rendezvous", "abendrot"] as const;

const test = base
  .extend("boss", { scope: "file" }, ({ given }) => staffMember(given, "admin"))
  /** Staff of the first site alone. */
  .extend("limited", { scope: "file" }, ({ given, boss }) => {
    return async (role: "admin" | "moderator" | "support") => {
      const staff = await staffMember(given, role);
      const answer = await boss.client.call(changeStaffSites, { body: { id: staff.id, sites: [keys[0]] } });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return staff;
    };
  })
  .extend(
    "there",
    { scope: "file" },
    ({ member, siteIds }) =>
      () =>
        member({ siteId: siteIds[1], credits: 10 }),
  );

const paid = { credits: 10, list_minor: 1000, amount_minor: 1000, currency: "EUR", vat_percent: 21 };
const codeOf = ({ body }: { body: { error?: { code: string } } }) => body.error?.code ?? "none";

test("D11.4 staff of one site get its items only; an item of another one is gone for them, and its photo not found", async ({
  member,
  there,
  limited,
  boss,
}) => {
  const [anna, eva] = [await member(), await there()];
  const [own, other] = [await reportOn(await member(), anna), await reportOn(await there(), eva)];
  const [photo, hidden] = [await waitingPhoto(anna), await waitingPhoto(eva)];
  const mia = await limited("moderator");
  const take = async (client = mia.client) => (await client.call(office.takeReports, { body: { count: 12 } })).body;
  expect(await take()).toMatchObject({ waiting: 1, items: [{ id: anna.id }] });
  const counts = (await mia.client.call(office.getQueues)).body.queues;
  expect(counts.filter(({ waiting }) => waiting > 0)).toMatchObject([
    { name: "photos", waiting: 1 },
    { name: "reports", waiting: 1 },
  ]);
  const verdict = { verdict: "kept", words: "Fine" } as const;
  expect(codeOf(await decideOn(mia, eva, other, verdict))).toBe("staff_item_gone");
  expect(codeOf(await mia.client.call(office.openReportedChat, { body: { id: other } }))).toBe("staff_item_gone");
  const pass = { queue: "reports", id: eva.id, note: "?" } as const;
  expect(codeOf(await mia.client.call(office.handOverItem, { body: pass }))).toBe("staff_item_gone");
  expect((await take(boss.client)).items.map(({ id }) => id)).toEqual([eva.id]);
  const fileOf = async (id: string) => (await mia.client.get(`/staff-files/photo/${id}.webp`)).statusCode;
  expect([await fileOf(photo), await fileOf(hidden)]).toEqual([200, 404]);
  expect((await decideOn(mia, anna, own, verdict)).status).toBe(200);
});

test("D11.4 for staff of one site members, payments, complaints and the log of others do not exist", async ({
  member,
  there,
  limited,
  boss,
  services,
}) => {
  const [anna, eva] = [await member({ name: "Both Anna" }), await there()];
  const payment = await plantPayment(services, eva, paid);
  const ada = await limited("admin");
  const { client } = ada;
  const findIds = async (text: string) =>
    (await client.call(members.findMembers, { body: { text } })).body.members.map(({ id }) => id);
  expect([await findIds(anna.id), await findIds(eva.id), await findIds(payment)]).toEqual([[anna.id], [], []]);

  const id = eva.id;
  const stated = { ground: "scam", words: "Why", version: 0 } as const;
  const several = [anna, eva].map((each) => ({ id: each.id, version: 0 }));
  const answers = [
    await client.call(members.getMemberFile, { query: { id } }),
    await client.call(members.revealFields, { body: { id, fields: ["email"], reason: "Why" } }),
    await client.call(members.addNote, { body: { id, text: "A note" } }),
    await client.call(members.changeCredits, { body: { id, amount: 1, reason: "Why" } }),
    await client.call(members.refundPayment, {
      body: { payment_id: payment, amount: 1, credits: 1, left: 1, reason: "Why" },
    }),
    await client.call(members.sanctionMember, { body: { id, measure: "warned", ...stated } }),
    await client.call(members.sanctionMembers, { body: { members: several, measure: "warned", ...stated } }),
    await client.call(members.restoreMember, { body: { id, version: 0, words: "Why" } }),
    await client.call(members.deleteMember, { body: { id, refund: false, reason: "Why" } }),
  ];
  expect(answers.map(codeOf)).toEqual([
    ...Array(4).fill("profile_not_found"),
    "payment_not_found",
    ...["staff_item_gone", "not_found", "staff_item_gone", "staff_item_gone"],
  ]);

  expect((await client.call(findPayments, { query: { number: payment } })).body.payments).toEqual([]);
  expect((await client.call(findBuyers, { body: { who: eva.email } })).body.buyers).toEqual([]);
  for (const call of [getMoney, getNumbers]) {
    expect((await client.call(call, { query: {} })).status).toBe(200);
    expect(codeOf(await client.call(call, { query: { site: keys[1] } }))).toBe("invalid_input");
  }
  expect(codeOf(await client.call(getStaffSite, { query: { site: keys[1] } }))).toBe("invalid_input");

  const { number } = (await eva.client.call(sendComplaint, { body: { email: eva.email, text: "Slow" } })).body;
  const complaints = async (who: typeof ada) =>
    (await who.client.call(office.findComplaints, { body: { text: number } })).body.complaints.length;
  expect([await complaints(ada), await complaints(boss)]).toEqual([0, 1]);

  await boss.client.call(members.addNote, { body: { id, text: "A note" } });
  await boss.client.call(members.addNote, { body: { id: anna.id, text: "A note" } });
  const notes = async (who: typeof ada) =>
    (await who.client.call(getAuditLog, { query: { action: "note_added" } })).body.entries.map((row) => row.member_id);
  expect(await notes(ada)).toEqual([anna.id]);
  expect(await notes(boss)).toEqual([anna.id, id]);
});

test("D11.4 staff of one site name the member of its notices only; a notice of another one is gone, as one that never was", async ({
  member,
  there,
  limited,
  visitor,
  services,
}) => {
  const [anna, eva] = [await member(), await there()];
  const words = { reason: "scam", text: "It asks for money.", name: "Noor", email: "noor@example.org" } as const;
  const notice = async (host: string) => {
    const body = { ...words, place: "the red hat", good_faith: true } as const;
    expect((await visitor(host).call(sendNotice, { body })).status).toBe(200);
    const newest = services.db.selectFrom("reports").select("id").where("reporter_id", "is", null);
    return (await newest.orderBy("created_at", "desc").orderBy("id").executeTakeFirstOrThrow()).id;
  };
  const own = await notice("localhost");
  services.clock.advance(1000);
  const other = await notice("127.0.0.1");
  const { client } = await limited("moderator");
  const name = (id: string, place: string) => client.call(office.nameReported, { body: { id, place } });
  const unknown = await name(crypto.randomUUID(), eva.id);
  expect(codeOf(unknown)).toBe("staff_item_gone");
  expect((await name(other, eva.id)).body).toEqual(unknown.body);
  expect(codeOf(await name(own, eva.id))).toBe("profile_not_found");
  expect((await name(own, anna.id)).status).toBe(200);
});

test("D11.4 a call is for staff of all sites, or about a thing whose site is compared, or names no other site", async ({
  limited,
  boss,
}) => {
  const ofStaff = calls.filter(({ who }) => who === "staff");
  const { client } = await limited("admin");
  const whole = ofStaff.filter(({ sites }) => sites === "all");
  expect(whole.map(callName)).toContain("GET /api/staff-operations.php");
  for (const call of whole) expect(codeOf(await client.call(call, {})), callName(call)).toBe("staff_role_missing");
  const names = async (who: typeof boss.client, call: Call) =>
    JSON.stringify((await who.call(call, {})).body).includes(keys[1]);
  // they say which sites have the same company
  const sharing = [getStaffSite, getSiteChanges].map(callName);
  const reads = ofStaff.filter(({ sites, method }) => sites === "own" && method === "GET");
  let withOther = 0;
  for (const call of reads.filter((each) => !sharing.includes(callName(each)))) {
    if (await names(boss.client, call)) withOther += 1;
    expect(await names(client, call), callName(call)).toBe(false);
  }
  expect(withOther).toBeGreaterThan(7);
});

test("D11.4 an admin sees the team and its sessions, and limits others, never themselves; it is logged", async ({
  boss,
  limited,
}) => {
  const mia = await limited("moderator");
  const { people, sites } = (await boss.client.call(getTeam)).body;
  expect(sites.map(({ key }) => key).sort()).toEqual([...keys].sort());
  expect(people.find(({ id }) => id === mia.id)).toMatchObject({ sites: [keys[0]], state: "enabled" });
  expect(people.find(({ id }) => id === boss.id)).toMatchObject({ sites: null, sessions: [{ browser: null }] });
  const sitesOfMia = async () => (await mia.client.call(getStaff)).body.staff;
  expect(await sitesOfMia()).toMatchObject({ sites: [{ key: keys[0], name: "Rendezvous" }], everywhere: false });
  const change = (id: string, chosen: string[] | null) =>
    boss.client.call(changeStaffSites, { body: { id, sites: chosen } });
  expect(codeOf(await change(boss.id, [keys[0]]))).toBe("staff_item_gone");
  expect(codeOf(await change(mia.id, ["nowhere"]))).toBe("invalid_input");
  expect((await change(mia.id, null)).status).toBe(200);
  expect(await sitesOfMia()).toMatchObject({ sites: keys.map((key) => ({ key })), everywhere: true });
  const { entries } = (await boss.client.call(getAuditLog, { query: { action: "staff_sites_changed" } })).body;
  expect(entries[0]).toMatchObject({ subject: `staff:${mia.id}`, detail: { sites: "all" } });
});
