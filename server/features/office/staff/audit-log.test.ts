import { commandLine, getAuditLog } from "#contract/audit-log.ts";
import { staffRoles } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { revealFields } from "#contract/staff-members.ts";
import { test as base, expect } from "#server/test.ts";
import { type AuditEntry, runLogged } from "./audit.ts";
import { staffMember } from "./test-staff.ts";

type Asked = Parameters<typeof getAuditLog.query.parse>[0] & object;

const test = base
  .extend("ada", ({ given }) => staffMember(given, "admin"))
  .extend("sam", { scope: "file" }, ({ given }) => staffMember(given, "support"))
  /** As an admin who has just logged in, whatever time it is. */
  .extend("ask", { scope: "file" }, ({ given }) => async (query: Asked) => {
    const { client } = await staffMember(given, "admin");
    return (await client.call(getAuditLog, { query })).body;
  })
  .extend("write", { scope: "file" }, ({ services, sam }) => async (log: AuditEntry, by: "sam" | null = "sam") => {
    const actor = by && ({ staffId: sam.id, role: "support" } as const);
    const now = services.clock.now();
    await runLogged({ db: services.db, actor, now }, async () => ({ answer: null, log }));
  });

test("D11.4 admins find entries by person, member, action and day, with amounts and names", async ({
  services,
  member,
  sam,
  ask,
  write,
}) => {
  const [anna, ben] = [await member({ name: "Anna Logged" }), await member()];
  const day = services.clock.now().toISOString().slice(0, 10);
  await write({ action: "credits_changed", memberId: anna.id, reason: "A fault of ours", detail: { amount: 20 } });
  await write({ action: "file_opened", memberId: ben.id });
  await write({ action: "command", subject: "role sam@example.org finance" }, null);
  services.clock.advance(dayMs);
  await write({ action: "payment_refunded", memberId: anna.id, detail: { amount: 400, currency: "EUR" } });
  const actions = async (query: Asked) => (await ask(query)).entries.map(({ action }) => action);
  expect(await actions({ member: anna.id })).toEqual(["payment_refunded", "credits_changed"]);
  expect(await actions({ staff: sam.id, action: "file_opened" })).toEqual(["file_opened"]);
  expect(await actions({ staff: commandLine })).toEqual(["command"]);
  expect(await actions({ member: anna.id, to: day })).toEqual(["credits_changed"]);
  expect(await actions({ member: anna.id, from: day })).toEqual(["payment_refunded", "credits_changed"]);
  const next = services.clock.now().toISOString().slice(0, 10);
  expect(await actions({ member: anna.id, from: next, to: next })).toEqual(["payment_refunded"]);
  const [refund, credits] = (await ask({ member: anna.id })).entries;
  expect(refund).toMatchObject({ member: "Anna Logged", detail: { amount: 400, currency: "EUR" } });
  expect(credits?.detail).toEqual({ amount: 20 });
  expect((await ask({})).people).toContainEqual(expect.objectContaining({ id: sam.id, role: "support" }));
});

test("D11.4 filters that can't be are refused, and pages of a filter follow one another", async ({
  ada,
  write,
  ask,
}) => {
  const codes = async (query: Asked) => (await ada.client.call(getAuditLog, { query })).body.error?.field_codes;
  expect(await codes({ staff: "\u0000" })).toEqual({ staff: "forbidden_characters" });
  expect(await codes({ staff: "sam" })).toEqual({ staff: "invalid" });
  expect(await codes({ member: "x" })).toEqual({ member: "invalid" });
  expect(await codes({ action: "none" as "command" })).toEqual({ action: "unknown_option" });
  expect(await codes({ from: "2026-13-01" })).toEqual({ from: "invalid" });
  for (let count = 0; count < 101; count += 1) await write({ action: "text_approved" });
  await write({ action: "text_rejected" });
  const first = await ask({ action: "text_approved" });
  expect([first.entries.length, first.before]).toEqual([100, first.entries[99]?.id]);
  const second = await ask({ action: "text_approved", before: first.before ?? 0 });
  expect([second.entries.length, second.before]).toEqual([1, null]);
});

test("D11.4 an admin downloads what the filters leave, which the log records; other roles can't", async ({
  given,
  ada,
  ask,
  write,
  member,
}) => {
  const anna = await member();
  await write({ action: "member_warned", memberId: anna.id, reason: "=HYPERLINK(1)", detail: { days: null } });
  for (const role of staffRoles.filter((each) => each !== "admin")) {
    expect((await (await staffMember(given, role)).client.get("/staff-csv/log")).statusCode, role).toBe(404);
  }
  expect((await anna.client.get("/staff-csv/log")).statusCode).toBe(404);
  expect((await ada.client.get("/staff-csv/log?action=nothing")).statusCode).toBe(404);
  const file = await ada.client.get(`/staff-csv/log?member=${anna.id}&action=member_warned`);
  expect(file.headers["cache-control"]).toBe("no-store");
  const [headings, line, ...rest] = file.body.split("\r\n");
  expect([headings, rest]).toEqual(["id,at,staff,role,key,action,member,subject,reason,detail", [""]]);
  expect(line).toMatch(new RegExp(`,support,,member_warned,${anna.id},,'=HYPERLINK\\(1\\),"\\{""days"":null\\}"$`));
  const [exported] = (await ask({ action: "log_exported" })).entries;
  expect(exported).toMatchObject({ member_id: anna.id, subject: "action=member_warned", role: "admin" });
});

test("D11.4 what a member wrote is not in the log, nor what was shown of them", async ({ ada, ask, member }) => {
  const anna = await member();
  const body = { id: anna.id, fields: ["email" as const], reason: "She wrote to us" };
  await ada.client.call(revealFields, { body });
  expect(JSON.stringify((await ask({ member: anna.id })).entries)).not.toContain(anna.email);
});
