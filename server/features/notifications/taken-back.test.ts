import { deleteMessage, sendMessage } from "#contract/chat.ts";
import { expect } from "#server/test.ts";
import { type TestMember, test } from "./test-away.ts";

const write = async (from: TestMember, to: TestMember) =>
  (await from.client.call(sendMessage, { body: { member: to.id, text: "Do you like the sea?" } })).body.message.id;
const takeBack = async (who: TestMember, message: string) =>
  expect((await who.client.call(deleteMessage, { body: { message } })).status).toBe(200);

test("R11.02 D9.1 a message that was taken back is neither mailed nor pushed, nor is one before it a second time", async ({
  world,
}) => {
  const [anna, ben] = [await world.someone("Anna"), await world.someone("Ben")];
  const device = await world.subscribe(ben);
  await takeBack(anna, await write(anna, ben));
  await world.pass(10);
  expect([world.mailsTo(ben), world.pushesTo(device)]).toEqual([[], []]);

  await write(anna, ben);
  await world.pass(3);
  expect([world.mailsTo(ben).length, world.pushesTo(device).length]).toEqual([1, 1]);
  const second = await write(anna, ben);
  await world.pass(0.5);
  await takeBack(anna, second);
  await world.pass(180);
  expect([world.mailsTo(ben).length, world.pushesTo(device).length]).toEqual([1, 1]);
});
