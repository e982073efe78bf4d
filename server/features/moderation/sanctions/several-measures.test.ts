import { logIn } from "#contract/auth.ts";
import { changeBanRequest, requestBan } from "#contract/complaints.ts";
import { getStatement, objectByLink } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { reportMember } from "#contract/moderation.ts";
import { decideObjection, takeReports } from "#contract/office.ts";
import { getMemberFile, restoreMember, sanctionMember } from "#contract/staff-members.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { decideOn } from "#server/features/office/test-office.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { banSender } from "../complaints/ban-requests.ts";

const test = base
  .extend("mia", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("max", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("ada", { scope: "file" }, ({ given }) => staffMember(given, "admin"));

type Staff = Awaited<ReturnType<typeof staffMember>>;
type Who = Pick<Member, "id">;

const fileOf = async (by: Staff, { id }: Who) => (await by.client.call(getMemberFile, { query: { id } })).body;
const tokenIn = (text: string) => /\/decisions\/([A-Za-z0-9_-]+)/.exec(text)?.[1] ?? "";

async function take(by: Staff, { id }: Who, measure: "suspended" | "banned") {
  const { version } = (await fileOf(by, { id })).member;
  const body = { id, version, measure, days: 90, ground: "harassment", words: "Why" } as const;
  return await by.client.call(sanctionMember, { body });
}

/** Reports a member, who is gone from view once a measure is taken; answers the report's id. */
async function reportOf(anna: Member, { id: member }: Who, reason: "scam" | "underage" = "scam") {
  const answer = await anna.client.call(reportMember, { body: { member, about: "profile", reason, text: "" } });
  expect(answer.status).toBe(200);
  return answer.body.report;
}

test("D11.2 two bans are two decisions: the second is told to the moderator and stands when the first is lifted", async ({
  member,
  signedUp,
  mia,
  max,
  ada,
  mails,
  visitor,
}) => {
  const [dora, frida, carl] = [await member(), await member(), await signedUp()];
  const reports = [await reportOf(dora, carl), await reportOf(frida, carl, "underage")] as const;
  expect((await decideOn(mia, carl, reports[0], { verdict: "banned" })).body).toEqual({ ok: true, note: null });
  const { items } = (await mia.client.call(takeReports, { body: { count: 12 } })).body;
  const second = items.find((item) => item.member?.id === carl.id);
  expect(second).toMatchObject({ about: { status: "banned" }, decisions: [{ decision: "banned", in_force: true }] });
  const answer = await decideOn(mia, carl, reports[1], { verdict: "banned", ground: "underage" });
  expect(answer.body).toEqual({ ok: true, note: "already_banned" });
  const file = () => fileOf(ada, carl);
  const bans = async () => (await file()).safety?.decisions.filter(({ decision }) => decision === "banned") ?? [];
  expect((await bans()).map(({ ground, in_force: inForce }) => [ground, inForce])).toEqual([
    ["underage", true],
    ["scam", true],
  ]);
  // each ban has a mail with a link of its own
  const tokens = (await mails(carl.form.email)).map(({ text }) => tokenIn(text)).filter((token) => token !== "");
  expect(new Set(tokens).size).toBe(2);
  const [, first] = await bans();
  const decisions = await Promise.all(
    tokens.map(async (token) => [token, (await visitor().call(getStatement, { query: { token } })).body.decision.id]),
  );
  const ofFirst = decisions.find(([, id]) => id === first?.id)?.[0] ?? "";
  await visitor().call(objectByLink, { body: { token: ofFirst, text: "No scam" } });
  const upheld = { id: first?.id ?? "", verdict: "upheld", words: "Why" } as const;
  expect((await max.client.call(decideObjection, { body: upheld })).status).toBe(200);
  expect((await file()).member.status).toBe("banned");
  const login = { login: carl.form.email, password: carl.form.password };
  expect((await visitor().call(logIn, { body: login })).body.error?.code).toBe("account_banned");
  expect((await bans()).map(({ in_force: inForce, lifted }) => [inForce, lifted])).toEqual([
    [true, false],
    [false, true],
  ]);
  const { version } = (await file()).member;
  const [left] = await bans();
  const restore = { id: carl.id, version, words: "Why", decision: left?.id };
  expect((await mia.client.call(restoreMember, { body: restore })).status).toBe(200);
  expect((await visitor().call(logIn, { body: login })).status).toBe(200);
});

test("D11.2 a suspension that stands beside a ban or a longer one outlives it", async ({ member, mia, ada, given }) => {
  const [anna, eva, ben] = [await member(), await member(), await member()];
  const file = () => fileOf(ada, ben);
  const now = given.services.clock.now().getTime();
  const until = async () => new Date((await file()).member.suspended_until ?? 0).getTime() - now;
  const reports = [await reportOf(anna, ben), await reportOf(eva, ben)] as const;
  await take(mia, ben, "suspended");
  await decideOn(mia, ben, reports[0], { verdict: "suspended", days: 30 });
  await decideOn(mia, ben, reports[1], { verdict: "banned" });
  const lift = async (which: (one: { decision: string; until: string | null }) => boolean) => {
    const { member: shown, safety } = await file();
    const decision = safety?.decisions.find((one) => one.in_force && which(one))?.id;
    const body = { id: ben.id, version: shown.version, words: "Why", decision };
    expect((await mia.client.call(restoreMember, { body })).status).toBe(200);
  };
  await lift(({ decision }) => decision === "banned");
  expect([(await file()).member.status, await until()]).toEqual(["suspended", 90 * dayMs]);
  await lift(({ until: end }) => end === new Date(now + 90 * dayMs).toISOString());
  expect([(await file()).member.status, await until()]).toEqual(["suspended", 30 * dayMs]);
  await lift(({ decision }) => decision === "suspended");
  expect((await file()).member.status).toBe("active");
});

test("D11.2 a ban and an upheld objection to an earlier one at once, in either order: the new ban stands", async ({
  member,
  mia,
  max,
  ada,
  services,
}) => {
  for (let round = 0; round < 6; round += 1) {
    const [anna, eva, ben] = [await member(), await member(), await member()];
    const reports = [await reportOf(anna, ben), await reportOf(eva, ben)] as const;
    await decideOn(mia, ben, reports[0], { verdict: "banned" });
    const file = () => fileOf(ada, ben);
    const [first] = (await file()).safety?.decisions ?? [];
    const objected = { objection: "No", objected_at: services.clock.now() };
    const id = first?.id ?? "";
    await services.db.updateTable("statements").set(objected).where("id", "=", id).execute();
    const uphold = () => max.client.call(decideObjection, { body: { id, verdict: "upheld", words: "Why" } });
    const ban = () => decideOn(mia, ben, reports[1], { verdict: "banned" });
    const acts = round % 2 === 0 ? [uphold, ban] : [ban, uphold];
    const answers = await Promise.all(acts.map((act) => act()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await file()).member.status).toBe("banned");
  }
});

test("D11.2 of two banned accounts of one mailbox, one is active again once its ban is lifted", async ({
  signedUp,
  mia,
  visitor,
  services,
}) => {
  const one = await signedUp({ email: "one.mailbox@example.org" });
  const other = await signedUp({ email: "one.mailbox+1@example.org" });
  for (const account of [one, other]) expect((await take(mia, account, "banned")).status).toBe(200);
  const { version } = (await fileOf(mia, one)).member;
  expect((await mia.client.call(restoreMember, { body: { id: one.id, version, words: "Why" } })).status).toBe(200);
  const rows = await services.db.selectFrom("accounts").select(["id", "status"]).execute();
  const statusOf = ({ id }: Who) => rows.find((row) => row.id === id)?.status;
  expect([statusOf(one), statusOf(other)]).toEqual(["active", "banned"]);
  const login = { login: one.form.email, password: one.form.password };
  expect((await visitor().call(logIn, { body: login })).status).toBe(200);
});

test("D10.1 a member whose ban by staff is lifted stays banned as they asked", async ({
  signedUp,
  mia,
  visitor,
  mails,
  services,
}) => {
  const { id, form } = await signedUp();
  await take(mia, { id }, "banned");
  const { number } = (await visitor().call(requestBan, { body: { email: form.email, text: "" } })).body;
  const token = (await mails(form.email))
    .map(({ text }) => /\/ban-request\/([\w-]{43})/.exec(text)?.[1] ?? "")
    .join("");
  await visitor().call(changeBanRequest, { body: { token, wanted: true } });
  const own = () => banSender({ db: services.db, services, now: services.clock.now() }, number);
  expect(await own()).toBe(form.email);
  const status = async () =>
    (await services.db.selectFrom("accounts").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
  expect(await status()).toBe("banned");
  const { version } = (await fileOf(mia, { id })).member;
  expect((await mia.client.call(restoreMember, { body: { id, version, words: "Why" } })).status).toBe(200);
  expect(await status()).toBe("deleted");
  await visitor().call(changeBanRequest, { body: { token, wanted: false } });
  expect(await status()).toBe("active");
});
