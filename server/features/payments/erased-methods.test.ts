import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { eraseAccount } from "#server/features/privacy/index.ts";
import { expect, test } from "#server/test.ts";
import { revokeAtProvider } from "./remove-stored-method.ts";

test("D3.9 D7.3 erasing an account revokes its stored methods at the provider, also if that is away at first", async ({
  member,
  services,
}) => {
  const { db, clock, jobs } = services;
  const [payments] = services.payments.all;
  const now = clock.now();
  const { id, siteId } = await member();
  const customer = `sc_${randomUUID()}`;
  const references = [`sm_${randomUUID()}`, `sm_${randomUUID()}`];
  await db
    .insertInto("payment_customers")
    .values({ member_id: id, provider: "sandbox", reference: customer })
    .execute();
  for (const reference of references) {
    const kept = { reference, method: "card", label: "•••• 4242", created_at: now };
    await db
      .insertInto("sandbox_mandates")
      .values({ ...kept, customer })
      .execute();
    const stored = { site_id: siteId, member_id: id, provider: "sandbox", used_at: now };
    await db
      .insertInto("stored_methods")
      .values({ ...kept, ...stored })
      .execute();
  }
  const deleted = { status: "deleted", deleted_at: new Date(now.getTime() - 15 * dayMs) };
  await db.updateTable("accounts").set(deleted).where("id", "=", id).execute();
  const revoked = async () => {
    const mandates = db.selectFrom("sandbox_mandates").select("revoked_at").where("reference", "in", references);
    return (await mandates.execute()).filter(({ revoked_at }) => revoked_at !== null).length;
  };
  const away = vi.spyOn(payments, "revokeMethod").mockRejectedValue(new Error("away"));
  expect(await eraseAccount(services, id)).toBe(true);
  expect(await eraseAccount(services, id)).toBe(false);
  for (const reference of references) {
    const job = revokeAtProvider.run(services, { provider: "sandbox", customer, reference });
    await expect(job).rejects.toThrow("away");
  }
  away.mockRestore();
  expect(await revoked()).toBe(0);
  await jobs.drain(services);
  expect(await revoked()).toBe(2);
});
