import { describe, vi } from "vitest";
import { getUser, redeemLink, signUp } from "#contract/account.ts";
import { readChat } from "#contract/chat.ts";
import { likeMember, seeLike, unlikeMember } from "#contract/likes.ts";
import { blockMember } from "#contract/moderation.ts";
import { setNotification } from "#contract/notifications.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import { likeMember as likes } from "#server/features/likes/index.ts";
import { expect } from "#server/test.ts";
import { resumeMails, stopMails } from "./preferences-store.ts";
import { sendNoticesJob } from "./send-notices.ts";
import { type TestMember, test, type World } from "./test-away.ts";
import { readUnsubscribeToken } from "./unsubscribe.ts";

test.beforeEach(({ services }) => {
  services.clock.set("2026-11-20T18:00:00Z");
});

const subjects = (world: World, who: TestMember) => world.mailsTo(who).map((mail) => mail.subject);
const like = (from: TestMember, to: { id: string }) => from.client.call(likeMember, { body: { id: to.id } });
const pair = async (world: World) => [await world.someone("Anna"), await world.someone("Ben")] as const;
const visit = (who: TestMember) => who.client.call(getUser);

describe("D9.1 D9.3 a message to a member who is away", () => {
  test("is mailed once: with the sender, without the content, with a link to the chat", async ({ world }) => {
    const [anna, ben] = await pair(world);
    const chat = await world.write(anna, ben, "A secret about the sea");
    await world.pass(3);
    const [mail, ...more] = world.mailsTo(ben);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: `${anna.name} sent you a message`, concerns: [ben.id, anna.id] });
    expect(mail?.text).toContain(`Read the message\nhttp://localhost:3000/chats/${chat}\n`);
    expect(JSON.stringify(mail)).not.toContain("secret");
    await world.pass(300);
    expect(world.mailsTo(ben)).toHaveLength(1);
  });

  test("is not mailed if it is read at once", async ({ world }) => {
    const [anna, ben] = await pair(world);
    const chat = await world.write(anna, ben);
    await world.pass(1);
    await ben.client.call(readChat, { body: { conversation: { id: chat } } });
    await world.pass(120);
    expect(world.mailsTo(ben)).toEqual([]);
  });

  test("is not mailed while the receiver is online, but five minutes after if it is still unread", async ({
    world,
  }) => {
    const [anna, ben] = await pair(world);
    await world.write(anna, ben);
    for (let minutes = 0; minutes < 6; minutes += 1) {
      await visit(ben);
      await world.pass(1);
    }
    expect(world.mailsTo(ben)).toEqual([]);
    await world.pass(3);
    expect(world.mailsTo(ben)).toEqual([]);
    await world.pass(1);
    expect(world.mailsTo(ben)).toHaveLength(1);
  });

  test("is mailed at most once an hour; the next mail has the messages that are still unread", async ({
    world,
    services,
  }) => {
    const [anna, ben] = await pair(world);
    const eva = await world.someone("Eva");
    await world.write(anna, ben);
    await world.pass(3);
    services.clock.advance(1000);
    await world.write(eva, ben);
    services.clock.advance(1000);
    await world.write(anna, ben, "Are you there?");
    await world.pass(10);
    await world.pass(45);
    expect(subjects(world, ben)).toEqual([`${anna.name} sent you a message`]);
    await world.pass(6);
    expect(subjects(world, ben).slice(1)).toEqual([`${anna.name} and ${eva.name} sent you messages`]);
    expect(world.mailsTo(ben)[1]?.text).toContain("Read the messages\nhttp://localhost:3000/chats\n");
  });

  test("from many senders names three and counts the others", async ({ world, services }) => {
    const ben = await world.someone("Ben");
    const writers = [];
    for (const name of ["Anna", "Bea", "Cleo", "Dora", "Eva"]) {
      const writer = await world.someone(name);
      await world.write(writer, ben);
      services.clock.advance(1000);
      writers.unshift(writer.name);
    }
    await world.pass(3);
    expect(subjects(world, ben)).toEqual([`${writers.slice(0, 3).join(", ")} and 2 more sent you messages`]);
  });

  test("adds no work to sending: no job and no notice", async ({ world, services }) => {
    const [anna, ben] = await pair(world);
    const { db } = services;
    const noticed = () => db.selectFrom("notices").select("kind").where("member_id", "=", ben.id).execute();
    await world.write(anna, ben);
    expect([await noticed(), await services.jobs.drain(services)]).toEqual([[], 0]);
    await world.pass(0);
    expect(await noticed()).toEqual([{ kind: "message" }]);
  });
});

describe("D9.1 a like", () => {
  test("is mailed to the member who got it", async ({ world }) => {
    const [anna, ben] = await pair(world);
    await like(anna, ben);
    await world.pass(3);
    expect(subjects(world, ben)).toEqual([`${anna.name} likes you`]);
    expect(world.mailsTo(ben)[0]?.text).toContain(`http://localhost:3000/likes/m/${anna.id}\n`);
    expect(world.mailsTo(anna)).toEqual([]);
  });

  test.for([
    ["looked at", (anna: TestMember, ben: TestMember) => ben.client.call(seeLike, { body: { id: anna.id } })],
    ["taken back", (anna: TestMember, ben: TestMember) => anna.client.call(unlikeMember, { body: { id: ben.id } })],
  ] as const)("that was %s meanwhile is not", async ([_, meanwhile], { world }) => {
    const [anna, ben] = await pair(world);
    await like(anna, ben);
    await meanwhile(anna, ben);
    await world.pass(120);
    expect(world.mailsTo(ben)).toEqual([]);
  });

  test("given twice, or taken back and given again, is mailed once", async ({ world }) => {
    const [anna, ben] = await pair(world);
    for (const again of [likeMember, unlikeMember, likeMember]) {
      await anna.client.call(again, { body: { id: ben.id } });
      await world.pass(3);
      await like(anna, ben);
      await world.pass(120);
    }
    expect(world.mailsTo(ben)).toHaveLength(1);
  });

  test("that was taken back before its mail is mailed if it is given again", async ({ world }) => {
    const [anna, ben] = await pair(world);
    await like(anna, ben);
    await anna.client.call(unlikeMember, { body: { id: ben.id } });
    await world.pass(3);
    await like(anna, ben);
    await world.pass(3);
    expect(world.mailsTo(ben)).toHaveLength(1);
  });

  test("rule 7 is mailed only if its transaction commits", async ({ world, services, siteIds }) => {
    const [anna, ben] = await pair(world);
    const failing = services.db.transaction().execute(async (db) => {
      const ctx = {
        db,
        site: { id: siteIds[0] },
        now: services.clock.now(),
        emit: () => {},
      };
      await likes(ctx, anna.id, ben.id);
      throw new Error("undo");
    });
    await expect(failing).rejects.toThrow("undo");
    await world.pass(120);
    expect(world.mailsTo(ben)).toEqual([]);
  });
});

test("D9.1 a match is mailed to the member who is away, not to the one who completed it", async ({ world }) => {
  const [anna, ben] = await pair(world);
  await like(anna, ben);
  await like(ben, anna);
  await world.pass(3);
  await world.pass(60);
  expect(subjects(world, anna)).toEqual([`You and ${ben.name} like each other`]);
  expect(world.mailsTo(anna)[0]?.text).toContain(`http://localhost:3000/members/${ben.id}/chat\n`);
  expect(world.mailsTo(ben)).toEqual([]);
});

test("D9.1 a match is not mailed to a member who was active since", async ({ world, services }) => {
  const [anna, ben] = await pair(world);
  await like(anna, ben);
  await like(ben, anna);
  services.clock.advance(61_000);
  await visit(anna);
  await world.pass(120);
  expect(world.mailsTo(anna)).toEqual([]);
});

test("R4.01 likes of an unconfirmed member are mailed on confirmation", async ({ client, world, services }) => {
  const ben = await world.someone("Ben");
  const form = signupForm({ name: "Waiting Wanda", email: "wanda@example.org" });
  await client.call(signUp, { body: form });
  await client.call(likeMember, { body: { id: ben.id } });
  await world.pass(10);
  expect(world.mailsTo(ben)).toEqual([]);
  await client.call(redeemLink, { body: { token: await activationToken({ services }, form.email) } });
  await world.pass(3);
  expect(subjects(world, ben)).toEqual(["Waiting Wanda likes you"]);
});

describe("D9.1 no mail is sent", () => {
  const all = async (world: World, anna: TestMember, ben: TestMember) => {
    await world.write(anna, ben);
    await like(anna, ben);
  };

  test("of a kind that is switched off for the channel; other kinds are still sent", async ({ world, services }) => {
    const [anna, ben] = await pair(world);
    await ben.client.call(setNotification, { body: { kind: "message", channel: "email", enabled: false } });
    services.clock.advance(600_000);
    await all(world, anna, ben);
    await world.pass(3);
    expect(subjects(world, ben)).toEqual([`${anna.name} likes you`]);
  });

  test.for(["fbl", "bounce", "list_unsubscribe"] as const)(
    "R4.08 to a member whose mails were stopped by %s",
    async (reason, { world, services }) => {
      const [anna, ben] = await pair(world);
      await stopMails(services.db, ben.id, reason);
      await all(world, anna, ben);
      await world.pass(120);
      expect(world.mailsTo(ben)).toEqual([]);
      await resumeMails(services.db, ben.id, reason);
      await world.write(anna, ben);
      await world.pass(3);
      expect(world.mailsTo(ben)).toHaveLength(1);
    },
  );

  test.for(["receiver", "sender"] as const)("if the %s is deleted meanwhile", async (who, { world, services }) => {
    const [anna, ben] = await pair(world);
    await all(world, anna, ben);
    const { db, clock } = services;
    const gone = { status: "deleted", deleted_at: clock.now() };
    await db
      .updateTable("accounts")
      .set(gone)
      .where("id", "=", who === "receiver" ? ben.id : anna.id)
      .execute();
    await db
      .updateTable("profiles")
      .set({ listed: false })
      .where("member_id", "=", who === "receiver" ? ben.id : anna.id)
      .execute();
    await world.pass(120);
    expect(world.mailsTo(ben)).toEqual([]);
  });

  test.for([
    ["by the receiver", 1],
    ["by the sender", 0],
  ] as const)("R6.07 after a block %s", async ([_, blocker], { world }) => {
    const both = await pair(world);
    const [anna, ben] = both;
    await all(world, anna, ben);
    const other = both[1 - blocker];
    await both[blocker]?.client.call(blockMember, { body: { id: other?.id ?? "" } });
    await world.pass(120);
    expect(world.mailsTo(ben)).toEqual([]);
  });

  test("to an address that is not confirmed", async ({ world, services }) => {
    const [anna, ben] = await pair(world);
    await all(world, anna, ben);
    const { db } = services;
    await db.updateTable("accounts").set({ status: "not_confirmed" }).where("id", "=", ben.id).execute();
    await world.pass(120);
    expect(world.mailsTo(ben)).toEqual([]);
  });

  test("to a fictional or automatic member", async ({ world }) => {
    const anna = await world.someone("Anna");
    for (const input of [{ fictional: true }, { automatic: true }]) {
      const invented = await world.someone("Invented", input);
      await world.write(anna, invented);
      await world.pass(120);
      expect(world.mailsTo(invented)).toEqual([]);
    }
  });

  test("D11.1 about fictional profiles that the receiver hides", async ({ world, services }) => {
    const ben = await world.someone("Ben");
    const invented = await world.someone("Invented", { fictional: true });
    await all(world, invented, ben);
    await services.db.updateTable("profiles").set({ hides_fictional: true }).where("member_id", "=", ben.id).execute();
    await world.pass(120);
    expect(world.mailsTo(ben)).toEqual([]);
  });

  test("about events older than a day, as after a time without workers", async ({ world }) => {
    const [anna, ben] = await pair(world);
    await all(world, anna, ben);
    await world.pass(25 * 60);
    expect(world.mailsTo(ben)).toEqual([]);
  });
});

test("D11.1 a fictional sender is labelled in the mail's subject and text", async ({ world }) => {
  const ben = await world.someone("Ben");
  const invented = await world.someone("Invented", { fictional: true });
  await world.write(invented, ben);
  await world.pass(3);
  const [mail] = world.mailsTo(ben);
  const label = `🎭 ${invented.name} (Fictional profile)`;
  expect(mail?.subject).toBe(`${label} sent you a message`);
  expect(mail?.text).toContain(`${label} sent you a message while you were away.`);
});

test.for([{ automatic: true }, { fictional: true }])(
  "D11.7 no mail tells of a like or a match of an invented member: %o",
  async (invented, { world }) => {
    const ben = await world.someone("Ben");
    const [liking, matching, kim] = [
      await world.someone("Liking", invented),
      await world.someone("Matching", invented),
      await world.someone("Kim"),
    ];
    await like(liking, ben);
    await like(ben, matching);
    await like(matching, ben);
    await world.pass(120);
    expect(subjects(world, ben)).toEqual([]);
    await like(kim, ben);
    await world.pass(120);
    expect(subjects(world, ben)).toEqual([`${kim.name} likes you`]);
  },
);

test("D11.1 an automatic message is labelled in the mail", async ({ world, services }) => {
  const [anna, ben] = await pair(world);
  await world.write(anna, ben);
  const { db } = services;
  await db.updateTable("messages").set({ author_kind: "automatic" }).where("author_id", "=", anna.id).execute();
  await world.pass(3);
  expect(subjects(world, ben)).toEqual([`${anna.name} (automatic message) sent you a message`]);
});

test("D9.2 R4.08 each notice has the one-click headers, and a visible unsubscribe link for its kind", async ({
  world,
  services,
}) => {
  const [anna, ben] = await pair(world);
  await like(anna, ben);
  await world.pass(3);
  const [mail] = world.mailsTo(ben);
  const header = mail?.headers["List-Unsubscribe"] ?? "";
  const [, token = ""] = /^<http:\/\/localhost:3000\/api\/list-unsubscribe\.php\?token=([\w-]+)>$/.exec(header) ?? [];
  expect(readUnsubscribeToken(services.config.secret, token)).toEqual({ accountId: ben.id, kind: "like" });
  expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const address = `http://localhost:3000/unsubscribe/${token}`;
  expect(mail?.text).toContain(`Stop emails about likes\n${address}\n`);
  expect(mail?.html).toContain(`href="${address}"`);
});

test("D9.1 concurrent workers send one mail", async ({ world, services }) => {
  const [anna, ben] = await pair(world);
  await world.write(anna, ben);
  services.clock.advance(180_000);
  await Promise.all(Array.from({ length: 4 }, () => sendNoticesJob.run(services, {})));
  await services.jobs.drain(services);
  expect(world.mailsTo(ben)).toHaveLength(1);
});

test("a failure for one member does not hold up the others, and is retried", async ({ world, services }) => {
  const [anna, ben] = await pair(world);
  const eva = await world.someone("Eva");
  await world.write(anna, ben);
  await world.write(anna, eva);
  const add = services.jobs.add.bind(services.jobs);
  const failing = vi.spyOn(services.jobs, "add").mockImplementation(async (db, job, data) => {
    if ((data as { to?: string }).to === ben.email) throw new Error("no");
    await add(db, job, data);
  });
  await expect(world.pass(3)).rejects.toThrow("a member could not be notified: 1 of 2");
  failing.mockRestore();
  await services.jobs.drain(services);
  expect([world.mailsTo(ben).length, world.mailsTo(eva).length]).toEqual([0, 1]);
  await world.pass(10);
  expect(world.mailsTo(ben)).toHaveLength(1);
});
