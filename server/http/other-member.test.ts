import { getUser } from "#contract/account.ts";
import { memberHeader } from "#contract/constants.ts";
import { likeMember } from "#contract/likes.ts";
import { getQueues } from "#contract/office.ts";
import { getSettings } from "#contract/sites.ts";
import { expect, test } from "#server/test.ts";

const pageOf = ({ id }: { id: string }) => ({ headers: { [memberHeader]: id } });

test("R6.09 a call from the page of another member is refused, does nothing, and says who is not meant", async ({
  pair,
  events,
}) => {
  const [anna, ben] = await pair();
  const heard = events(ben);
  const refused = await anna.client.call(likeMember, { body: { id: ben.id } }, pageOf(ben));
  expect([refused.status, refused.body.error?.code]).toEqual([409, "other_member"]);
  expect(refused.body.error?.message).toMatch(/^Another member/);
  const asked = await anna.client.call(getUser, {}, pageOf(ben));
  expect([asked.status, asked.body.user]).toEqual([409, undefined]);
  expect((await anna.client.call(getSettings, {}, pageOf(ben))).status).toBe(409);
  expect(heard).toEqual([]);
  expect((await anna.client.call(likeMember, { body: { id: ben.id } }, pageOf(anna))).status).toBe(200);
  expect(heard).toHaveLength(1);
});

test("R6.09 after a logout the page of a member gets what visitors get", async ({ visitor, member }) => {
  const anna = await member();
  const asked = await visitor().call(getUser, {}, pageOf(anna));
  expect([asked.status, asked.body.user]).toEqual([200, null]);
  const liked = await visitor().call(likeMember, { body: { id: anna.id } }, pageOf(anna));
  expect(liked.body.error?.code).toBe("authentication_required");
});

test("D11.4 staff work on, whichever member is logged in beside them", async ({ pair }) => {
  const [anna, ben] = await pair();
  const asked = await anna.client.call(getQueues, {}, pageOf(ben));
  expect(asked.body.error?.code).toBe("staff_login_required");
});
