import { randomUUID } from "node:crypto";
import { describe } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { getTransactions } from "#contract/transactions.ts";
import { getUpdates } from "#contract/updates.ts";
import { warnContacts } from "#server/features/moderation/fraud/warn-contacts.ts";
import { expect, type Fixtures, type Member, test } from "#server/test.ts";
import { approveChatPhoto, rejectChatPhoto } from "../photos/inspect-chat-photo.ts";
import { picture } from "../photos/test-photos.ts";
import { creditsOf, decline, give, sendPicture, settle, show, write } from "./test-promised.ts";

type Services = Fixtures["services"];

const photoFrom = async ({ db }: Services, { id }: Member) =>
  (await db.selectFrom("chat_photos").select("id").where("author_id", "=", id).executeTakeFirstOrThrow()).id;
const reject = async (services: Services, author: Member) =>
  await rejectChatPhoto(services, await photoFrom(services, author), { reason: "other", decisionId: randomUUID() });
const causesOf = async ({ client }: Member) =>
  (await client.call(getTransactions)).body.transactions.map(({ kind }) => kind);

describe.for([
  { what: "gift", send: give, price: 5 },
  { what: "photo", send: sendPicture, price: 3 },
] as const)("R10.01 a $what as the first message", ({ send, price }) => {
  test("says before when its credits come back, and gives them back at its price, once", async ({ pair, services }) => {
    const [anna, ben] = await pair();
    expect((await show(anna, ben)).promise).toEqual({ state: "offered", days: 7 });
    expect((await send(anna, ben)).status).toBe(200);
    expect(await creditsOf(services, anna)).toBe(20 - price);
    const until = new Date(services.clock.now().getTime() + 7 * dayMs).toISOString();
    expect((await show(anna, ben)).promise).toEqual({ state: "waiting", credits: price, until });
    // only the first message comes back
    await send(anna, ben);
    await write(anna, ben);
    services.clock.advance(7 * dayMs + 1);
    await Promise.all([settle(services), settle(services)]);
    expect(await creditsOf(services, anna)).toBe(20 - price - 1);
    expect((await show(anna, ben)).promise).toMatchObject({ state: "given_back", credits: price, cause: "no_answer" });
    const { transactions } = (await anna.client.call(getTransactions)).body;
    expect(transactions[0]).toMatchObject({ kind: "no_answer", credits: price });
    expect((await anna.client.call(getUpdates)).body.updates).toMatchObject([{ kind: "no_answer" }]);
  });

  test("comes back at once with a “No, thanks”, and stays paid once it is answered, by whatever message", async ({
    pair,
    services,
  }) => {
    const [anna, ben] = await pair();
    const { conversation } = (await send(anna, ben)).body;
    expect((await decline(ben, conversation.id)).status).toBe(200);
    expect(await creditsOf(services, anna)).toBe(20);
    for (const answer of [write, give, sendPicture]) {
      const [eva, max] = await pair();
      await send(eva, max);
      expect((await answer(max, eva)).status).toBe(200);
      services.clock.advance(8 * dayMs);
      await settle(services);
      expect(await creditsOf(services, eva)).toBe(20 - price);
      expect((await show(eva, max)).promise).toBeNull();
    }
  });

  test("counts among the first messages that wait; above them it goes without the promise, or not at all", async ({
    member,
    services,
  }) => {
    const anna = await member({ credits: 100, premium: true });
    services.clock.advance(10 * dayMs);
    const sent = [];
    for (let count = 0; count < 14; count += 1) sent.push(send(anna, await member()));
    const statuses = (await Promise.all(sent)).map(({ status, body }) => body.error?.code ?? status);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(200), ...Array(4).fill("open_first_messages")]);
    expect(await creditsOf(services, anna)).toBe(100 - 10 * price);
    const ben = await member();
    expect((await show(anna, ben)).promise).toMatchObject({ state: "used_up", waiting: 10 });
    const filesOf = () => [...services.files.stored.keys()].filter((key) => key.includes(anna.id)).length;
    const before = filesOf();
    const { status, body } = await send(anna, ben);
    // a refused photo was not even processed
    expect([status, body.error?.code, filesOf()]).toEqual([409, "open_first_messages", before]);
    expect((await send(anna, ben, { without_promise: true })).status).toBe(200);
    services.clock.advance(8 * dayMs);
    await settle(services);
    expect(await creditsOf(services, anna)).toBe(100 - price);
  });

  test("comes back once, whether a ban for fraud, the deadline or a “No, thanks” is first", async ({
    pair,
    services,
  }) => {
    const [anna, ben] = await pair();
    const { conversation } = (await send(anna, ben)).body;
    const ban = { status: "banned", banned_at: services.clock.now() } as const;
    await services.db.updateTable("accounts").set(ban).where("id", "=", ben.id).execute();
    services.clock.advance(7 * dayMs + 1);
    const warn = () =>
      warnContacts.run(services, { memberId: ben.id, decisionId: randomUUID(), ground: "scam" as const });
    await Promise.all([warn(), settle(services), decline(ben, conversation.id), warn()]);
    expect(await creditsOf(services, anna)).toBe(20);
  });
});

test("R10.01 D8.2 a photo that is rejected comes back once, before the deadline, after it, or after a “No, thanks”", async ({
  pair,
  services,
}) => {
  const [anna, ben] = await pair();
  await sendPicture(anna, ben, { file: await picture("#123", "#fed") });
  await reject(services, anna);
  expect(await creditsOf(services, anna)).toBe(20);
  services.clock.advance(8 * dayMs);
  await settle(services);
  expect(await creditsOf(services, anna)).toBe(20);
  expect(await causesOf(anna)).toEqual(["photo_refund", "photo", expect.anything()]);

  const [eva, max] = await pair();
  await sendPicture(eva, max, { file: await picture("#fff", "#333") });
  services.clock.advance(8 * dayMs);
  await settle(services);
  // staff needed longer than the promise
  expect(await approveChatPhoto(services, await photoFrom(services, eva))).toBe(true);
  await reject(services, eva);
  expect(await creditsOf(services, eva)).toBe(20);
  expect(await causesOf(eva)).toEqual(["no_answer", "photo", expect.anything()]);

  const [ida, leo] = await pair();
  const { conversation } = (await sendPicture(ida, leo, { file: await picture("#630", "#0ff") })).body;
  await Promise.all([decline(leo, conversation.id), reject(services, ida)]);
  expect(await creditsOf(services, ida)).toBe(20);
});

test("R10.01 a photo that staff rejected is no answer, unless words came with it", async ({ pair, services }) => {
  for (const text of ["", "Look at this"]) {
    const [anna, ben] = await pair();
    await write(anna, ben);
    await sendPicture(ben, anna, {
      text,
      file: text === "" ? await picture("#060", "#fff") : await picture("#fff", "#060"),
    });
    expect((await show(anna, ben)).promise).toBeNull();
    await reject(services, ben);
    expect((await show(anna, ben)).promise?.state ?? null).toBe(text === "" ? "waiting" : null);
    services.clock.advance(8 * dayMs);
    await settle(services);
    expect([await creditsOf(services, anna), await creditsOf(services, ben)]).toEqual([text === "" ? 20 : 19, 20]);
  }
});
