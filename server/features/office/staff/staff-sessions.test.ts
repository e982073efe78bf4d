import { getUser } from "#contract/account.ts";
import { getStaff, getStaffPasskeys, logInStaff, logOutStaff } from "#contract/staff.ts";
import { test as base, expect } from "#server/features/auth/test-logins.ts";
import { codeOf, staffMember, staffPassword } from "./test-staff.ts";

const test = base.extend(
  "minutes",
  { scope: "file" },
  ({ services }) =>
    (count: number) =>
      services.clock.advance(count * 60_000),
);

test("a session ends after 30 minutes without use, and after 8 hours with it", async ({
  given,
  services,
  minutes,
  fresh,
}) => {
  const { client } = await staffMember(given);
  const here = async () => (await client.call(getStaff)).body.staff !== null;
  minutes(29);
  expect(await here()).toBe(true);
  minutes(29);
  expect(await here()).toBe(true);
  minutes(31);
  expect(await here()).toBe(false);
  services.clock.set(fresh.start);
  const { client: busy } = await staffMember(given);
  for (let quarter = 1; quarter < 32; quarter += 1) {
    minutes(15);
    expect((await busy.call(getStaff)).body.staff, `after ${quarter} quarters`).not.toBeNull();
  }
  minutes(15);
  expect((await busy.call(getStaff)).body.staff).toBeNull();
});

test("a logout ends the session in the database; a new login in the same browser ends the old one", async ({
  given,
  visitor,
}) => {
  const who = await staffMember(given);
  const { client } = who;
  const first = client.cookies.get("staff") ?? "";
  const again = await client.call(logInStaff, {
    body: { email: who.email, password: staffPassword, code: codeOf(given, who.secret, 1) },
  });
  expect(again.status).toBe(200);
  const second = client.cookies.get("staff") ?? "";
  const staffWith = async (token: string) => {
    const thief = visitor();
    thief.cookies.set("staff", token);
    return (await thief.call(getStaff)).body.staff;
  };
  expect(await staffWith(first)).toBeNull();
  expect(await staffWith(second)).not.toBeNull();
  expect((await client.call(logOutStaff)).body).toEqual({ ok: true });
  expect(client.cookies.has("staff")).toBe(false);
  expect(await staffWith(second)).toBeNull();
});

test("a staff cookie is not valid for members, nor a member's cookie for staff", async ({
  given,
  signedUp,
  visitor,
}) => {
  const { client } = await staffMember(given);
  expect((await client.call(getUser)).body.user).toBeNull();
  const { client: member } = await signedUp();
  expect((await member.call(getStaff)).body.staff).toBeNull();
  const swapped = visitor();
  swapped.cookies.set("auth", client.cookies.get("staff") ?? "");
  swapped.cookies.set("staff", member.cookies.get("auth") ?? "");
  expect((await swapped.call(getUser)).body.user).toBeNull();
  expect((await swapped.call(getStaff)).body.staff).toBeNull();
  const refused = await member.call(getStaffPasskeys);
  expect([refused.status, refused.body.error?.code, refused.body.authentication_required]).toEqual([
    401,
    "staff_login_required",
    undefined,
  ]);
});
