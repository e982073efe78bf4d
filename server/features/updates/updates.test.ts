import { randomUUID } from "node:crypto";
import { describe } from "vitest";
import { getUser } from "#contract/account.ts";
import { changePassword } from "#contract/auth.ts";
import { dayMs } from "#contract/durations.ts";
import { getUpdates, seeUpdates, type updateKinds, updatesShown } from "#contract/updates.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { expect, type Member, test } from "#server/test.ts";
import { addUpdate } from "./store.ts";

const listOf = async ({ client }: Pick<Member, "client">) => (await client.call(getUpdates)).body.updates;
const newOf = async ({ client }: Pick<Member, "client">) => (await client.call(getUser)).body.user?.new_updates;

describe("D9.1 updates about one’s account", () => {
  test("are listed newest first, and new until they are marked as seen", async ({ member, services }) => {
    const anna = await member();
    expect([await listOf(anna), await newOf(anna)]).toEqual([[], 0]);
    const add = async (kind: (typeof updateKinds)[number], path: string | null) => {
      services.clock.advance(1000);
      await addUpdate(services.db, { memberId: anna.id, kind, path, now: services.clock.now() });
    };
    await add("new_device", "/notifications/devices");
    await add("refund_sent", null);
    const [latest, first] = await listOf(anna);
    expect([latest, first]).toMatchObject([
      { kind: "refund_sent", path: null, update_new: true },
      { kind: "new_device", path: "/notifications/devices", update_new: true },
    ]);
    expect(await newOf(anna)).toBe(2);
    const see = (id: string | undefined) => anna.client.call(seeUpdates, { body: { ids: [id ?? ""] } });
    for (let times = 0; times < 2; times += 1) expect((await see(latest?.id)).body).toEqual({ new_updates: 1 });
    expect((await listOf(anna)).map(({ update_new }) => update_new)).toEqual([false, true]);
  });

  test("are the member’s own: another one neither lists them nor marks them", async ({ pair, services }) => {
    const [anna, ben] = await pair();
    const now = services.clock.now();
    await addUpdate(services.db, { memberId: anna.id, kind: "refund_sent", path: "/transactions", now });
    const [update] = await listOf(anna);
    expect(await listOf(ben)).toEqual([]);
    const answer = await ben.client.call(seeUpdates, { body: { ids: [update?.id ?? "", randomUUID()] } });
    expect(answer.body).toEqual({ new_updates: 0 });
    expect(await newOf(anna)).toBe(1);
  });

  test("end after a hundred, and are forgotten after a year", async ({ member, services }) => {
    const anna = await member();
    const now = services.clock.now();
    for (let count = 0; count <= updatesShown; count += 1) {
      await addUpdate(services.db, { memberId: anna.id, kind: "text_approved", path: "/profile", now });
    }
    expect(await listOf(anna)).toHaveLength(updatesShown);
    const ids = (await listOf(anna)).map(({ id }) => id);
    // the one beyond the end can be seen nowhere, so it doesn't stay new
    expect((await anna.client.call(seeUpdates, { body: { ids } })).body).toEqual({ new_updates: 0 });
    services.clock.advance(365 * dayMs + 1);
    await purgeOldRows.run(services, {});
    const left = services.db.selectFrom("updates").select("id").where("member_id", "=", anna.id);
    expect(await left.execute()).toEqual([]);
  });

  test("tell of a new password, which is mailed too", async ({ signedUp, mails }) => {
    const anna = await signedUp({ password: "a long enough secret" });
    const body = { old_password: "a long enough secret", password: "another long secret" };
    expect((await anna.client.call(changePassword, { body })).status).toBe(200);
    expect(await listOf(anna)).toMatchObject([{ kind: "password_changed", path: "/notifications/password" }]);
    expect((await mails()).map(({ subject }) => subject)).toContain("Your Rendezvous password was changed");
  });
});
