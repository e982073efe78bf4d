import { Secret, TOTP } from "otpauth";
import type { StaffRole } from "#contract/constants.ts";
import { beginSetup, finishSetup, logInStaff } from "#contract/staff.ts";
import type { testApp } from "#server/db/test-database.ts";
import { TestClient } from "#server/http/test-client.ts";
import { addStaff } from "./manage-staff.ts";

type App = Pick<Awaited<ReturnType<typeof testApp>>, "app" | "services">;

export const staffPassword = "seven quiet green lamps";
let staffCount = 0;

/** Reads the whole audit log, for `findAuditLog`. */
export const wholeLog = { staffId: "", sites: null, everywhere: true };

/** The code that an authenticator app shows, `steps` half minutes from now. */
export function codeOf({ services }: Pick<App, "services">, secret: string, steps = 0): string {
  const timestamp = services.clock.now().getTime() + steps * 30_000;
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

/** A new staff login whose invitation is still open. */
export async function invited({ services }: Pick<App, "services">, role: StaffRole = "moderator") {
  staffCount += 1;
  const email = `staff${staffCount}@example.org`;
  const given = { db: services.db, random: services.random, now: services.clock.now() };
  const token = await addStaff(given, { email, name: `Staff ${staffCount}`, role });
  if (!token) throw new Error(`${email} is taken`);
  return { email, token };
}

/** A staff login that is set up and logged in; the code of the current half minute is redeemed. */
export async function staffMember(given: App, role: StaffRole = "moderator") {
  const { email, token } = await invited(given, role);
  const client = new TestClient(given.app);
  const { secret } = (await client.call(beginSetup, { body: { token, password: staffPassword } })).body;
  const answer = await client.call(finishSetup, { body: { token, code: codeOf(given, secret) } });
  if (answer.status !== 200) throw new Error(`set-up failed: ${JSON.stringify(answer.body)}`);
  return { client, email, secret, id: answer.body.staff.id };
}

/** Logs in from a new browser, by default with the next code. */
export async function staffLogin(
  given: App,
  who: { email: string; secret: string },
  change: { password?: string; code?: string } = {},
) {
  const client = new TestClient(given.app);
  const { password = staffPassword, code = codeOf(given, who.secret, 1) } = change;
  return { client, answer: await client.call(logInStaff, { body: { email: who.email, password, code } }) };
}
