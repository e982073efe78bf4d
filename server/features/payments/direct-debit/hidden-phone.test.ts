import { hideFromContacts } from "#contract/hidden-contacts.ts";
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
