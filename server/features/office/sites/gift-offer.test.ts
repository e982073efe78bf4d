import { randomUUID } from "node:crypto";
import type { GiftOffer } from "#contract/attachments.ts";
import { sendGift, usualGiftFactors } from "#contract/gifts.ts";
import { getSettings } from "#contract/sites.ts";
import { changeStaffSite, getSiteChanges, undoSiteChange } from "#contract/staff-sites.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { saveSetting } from "#server/features/sites/index.ts";
import { expect, type Member } from "#server/test.ts";
import { test as base } from "../test-office.ts";

const test = base
  /** What the site offers, until it is changed again. */
  .extend("offers", { scope: "file" }, ({ admin, services }) => {
    let before: GiftOffer | undefined;
    return async (after: Record<string, number> | undefined) => {
      const changes = [{ name: "gift_factors", before, after }];
      const answer = await admin.call(changeStaffSite, { body: { site: "rendezvous", changes } });
      if (answer.status === 200) before = after;
      // every process knows the change by then
      services.clock.advance(6_000);
      return answer;
    };
  });

type Given = { gift: "rose" | "ring"; credits?: number; key?: string };
const give = (from: Member, to: Member, { gift, credits, key = randomUUID() }: Given) =>
  from.client.call(sendGift, { body: { member: to.id, gift, credits } }, { key });

test("R1.05 a gift that the site took off its offer is refused, uncharged; one that was sent before keeps its answer", async ({
  offers,
  member,
  services,
  visitor,
}) => {
  const [anna, ben] = [await member({ credits: 50 }), await member()];
  const sent = { gift: "ring", credits: 20, key: randomUUID() } as const;
  const first = await give(anna, ben, sent);
  expect(first.status).toBe(200);
  expect((await offers({ rose: 1, teddy: usualGiftFactors.teddy })).status).toBe(200);
  expect((await visitor().call(getSettings)).body.settings.gift_factors).toEqual({
    rose: 1,
    teddy: usualGiftFactors.teddy,
  });
  expect((await give(anna, ben, { gift: "ring", credits: 20 })).body.error).toMatchObject({
    code: "gift_not_offered",
    message: expect.stringContaining("Nothing was sent"),
  });
  expect((await give(anna, ben, sent)).body.message.id).toBe(first.body.message.id);
  expect((await give(anna, ben, { ...sent, gift: "rose" })).body.error?.code).toBe("idempotency_key_reused");
  expect(await balanceOf(services.db, anna.id)).toBe(30);
  expect((await give(anna, ben, { gift: "rose", credits: 5 })).status).toBe(200);
});

test("D6.1 a gift whose price changed since its giver saw it is refused, uncharged; at the new price it is sent", async ({
  offers,
  member,
  services,
  siteHas,
}) => {
  const [anna, ben] = [await member({ credits: 50 }), await member()];
  const sent = { gift: "rose", credits: 5, key: randomUUID() } as const;
  await offers(undefined);
  const first = await give(anna, ben, sent);
  // as an announced price, which the day brings
  await siteHas({ gift_factors: { rose: 3 } });
  const again = await Promise.all([give(anna, ben, sent), give(anna, ben, sent)]);
  expect(again.map(({ body }) => body.message.id)).toEqual([first.body.message.id, first.body.message.id]);
  const refused = await Promise.all([5, 0, 16].map((credits) => give(anna, ben, { gift: "rose", credits })));
  expect(refused.map(({ status, body }) => [status, body.error?.code])).toEqual(
    Array(3).fill([409, "gift_price_changed"]),
  );
  expect(await balanceOf(services.db, anna.id)).toBe(45);
  expect((await give(anna, ben, { gift: "rose", credits: 15 })).status).toBe(200);
  expect(await balanceOf(services.db, anna.id)).toBe(30);
});

test.for<[string, Record<string, number>, string]>([
  ["none", {}, "required"],
  ["a factor of 0", { rose: 0 }, "too_small"],
  ["a factor of 101", { rose: 101 }, "too_big"],
  ["half a factor", { rose: 1.5 }, "invalid"],
  ["a gift that does not exist", { yacht: 1 }, "invalid"],
])("D2.2 an offer of %s is refused at its field", async ([, offer, code], { offers }) => {
  const { status, body } = await offers(offer);
  expect([status, body.error?.field_codes]).toEqual([400, { gift_factors: code }]);
});

test("D2.2 a changed offer stands in the history, and is taken back from there", async ({
  admin,
  visitor,
  services,
  siteIds,
}) => {
  await saveSetting(services.db, siteIds[0] ?? 0, "gift_factors", usualGiftFactors);
  const { ring: _, ...others } = usualGiftFactors;
  const changes = [{ name: "gift_factors", before: usualGiftFactors, after: others }];
  expect((await admin.call(changeStaffSite, { body: { site: "rendezvous", changes } })).status).toBe(200);
  const [newest] = (await admin.call(getSiteChanges, {})).body.changes;
  expect(newest?.changes).toEqual(changes.map((change) => ({ ...change, label: "Gifts on offer" })));
  const undone = await admin.call(undoSiteChange, { body: { site: "rendezvous", id: newest?.id ?? "" } });
  expect(undone.status).toBe(200);
  expect((await visitor().call(getSettings)).body.settings.gift_factors).toBeDefined();
});
