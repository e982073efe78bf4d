import { hideFromContacts, showToContact } from "#contract/hidden-contacts.ts";
import { getCard } from "#contract/members.ts";
import type { Member } from "#server/test.ts";
import { expect, test } from "./test-debtor.ts";

test("R11.04 a member who confirmed a phone is hidden from those who named it, before and after", async ({
  buyer,
  member,
}) => {
  const payer = await buyer();
  const [before, after] = [await member(), await member()];
  const hide = ({ client }: Member) => client.call(hideFromContacts, { body: { lines: [payer.phone] } });
  const sees = async ({ client }: Member) => (await client.call(getCard, { query: { id: payer.id } })).status === 200;
  expect((await hide(before)).body).toEqual({ count: 1, added: 1, refused: [] });
  expect(await sees(before)).toBe(true);
  // a phone that was typed, but not confirmed, may be anyone's
  await payer.authorise();
  // its code is sent before the next one
  await payer.newestCode();
  expect(await sees(before)).toBe(true);
  expect((await payer.pay()).payment).toMatchObject({ method: "sepa" });
  expect(await sees(before)).toBe(false);
  expect(await sees(after)).toBe(true);
  await hide(after);
  expect(await sees(after)).toBe(false);
});

test("R11.04 a member who is named by phone and by address is shown again only once neither is left", async ({
  buyer,
  member,
  services,
}) => {
  const payer = await buyer();
  const owner = await member();
  await payer.authorise();
  await payer.newestCode();
  await payer.pay();
  const lines = [payer.phone, payer.email, "third@example.org"];
  await owner.client.call(hideFromContacts, { body: { lines } });
  const sees = async () => (await owner.client.call(getCard, { query: { id: payer.id } })).status === 200;
  const show = async (line: string) => (await owner.client.call(showToContact, { body: { line } })).body;
  expect(await sees()).toBe(false);
  expect(await show(payer.email)).toMatchObject({ count: 2, removed: 1 });
  expect(await sees()).toBe(false);
  await services.limits.clear("cleared_contacts", owner.id);
  expect(await show(payer.phone)).toMatchObject({ count: 1, removed: 1 });
  expect(await sees()).toBe(true);
});
