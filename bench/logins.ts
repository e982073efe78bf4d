import { getUser } from "#contract/account.ts";
import { logIn } from "#contract/auth.ts";
import { hashPassword } from "#server/features/auth/index.ts";
import type { BenchDatabase } from "./database.ts";
import { type Sample, summarise } from "./load.ts";
import type { Side } from "./rounds.ts";
import { prepareViewers } from "./viewers.ts";

/** Concurrent logins at any moment. */
export const loginsAtOnce = 20;
const password = "four calm words here";

/** A member who logs in repeatedly from the same browser, so its device is known. */
function loginClient(origin: string, login: string) {
  let device = "";
  return async () => {
    const answer = await fetch(`${origin}${logIn.path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-request-type": "client",
        "sec-fetch-site": "same-origin",
        cookie: device,
      },
      body: JSON.stringify({ login, password }),
    });
    if (answer.status !== 200) throw new Error(`a login was answered by ${answer.status}`);
    device =
      answer.headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith("device="))
        ?.split(";")[0] ?? "";
    await answer.arrayBuffer();
  };
}

/** Sequential small calls of one member. */
export function callsOf(product: string, cookie: string): (seconds: number) => Promise<Sample> {
  const ask = async () => {
    const headers = { cookie, "x-request-type": "client" };
    const answer = await fetch(`${product}${getUser.path}`, { headers });
    if (answer.status !== 200) throw new Error(`a call was answered by ${answer.status}`);
    await answer.arrayBuffer();
  };
  return async (seconds) => {
    const times: number[] = [];
    const began = performance.now();
    for (let now = began; now < began + seconds * 1000; ) {
      await ask();
      const then = performance.now();
      times.push(then - now);
      now = then;
    }
    return summarise(times, (performance.now() - began) / 1000);
  };
}

/** Sequential calls of another member: on an idle server, and with twenty concurrent logins all the time. */
export async function loginSides(database: BenchDatabase, { product }: { product: string }): Promise<Side[]> {
  const { db, siteId } = database;
  const members = await db
    .selectFrom("accounts")
    .select(["id", "email"])
    .where("site_id", "=", siteId)
    .where("status", "=", "active")
    .orderBy("id")
    .limit(loginsAtOnce)
    .execute();
  const hash = { password_hash: await hashPassword(password) };
  await db
    .updateTable("accounts")
    .set(hash)
    .where(
      "id",
      "in",
      members.map(({ id }) => id),
    )
    .execute();
  const clients = members.map(({ email }) => loginClient(product, email));
  const [viewer] = await prepareViewers(database);
  const calls = callsOf(product, viewer?.cookie ?? "");
  return [
    { name: "a call, nobody logs in", run: calls },
    {
      name: `a call, ${loginsAtOnce} logins at once`,
      async run(seconds) {
        let going = true;
        const logins = clients.map(async (login) => {
          while (going) await login();
        });
        const sample = await calls(seconds);
        going = false;
        await Promise.all(logins);
        return sample;
      },
    },
  ];
}
