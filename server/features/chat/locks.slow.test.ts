import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { sendMessage } from "#contract/chat.ts";
import { likeMember } from "#contract/likes.ts";
import { blockMember } from "#contract/moderation.ts";
import { expect, type Member, test } from "#server/test.ts";

const write = (from: Pick<Member, "client">, to: { id: string }) =>
  from.client.call(sendMessage, { body: { member: to.id, text: "Hello" } }, { key: randomUUID() });
const block = (from: Member, to: Member) => from.client.call(blockMember, { body: { id: to.id } });

test("D6.6 a block during concurrent messages is never lost, and no message ends in a server error", async ({
  member,
  services,
}) => {
  for (let round = 0; round < 24; round += 1) {
    const [anna, eva] = [await member({ credits: 100 }), await member({ credits: 100 })];
    // with and without an existing conversation
    if (round % 2 === 0) expect((await write(anna, eva)).status).toBe(200);
    const messages = Array.from({ length: 20 }, (_, index) => (index % 3 ? write(anna, eva) : write(eva, anna)));
    const [blocked, ...sent] = await Promise.all([block(eva, anna), ...messages]);
    expect(blocked.status).toBe(200);
    for (const { status, body } of sent) expect([200, 403, 404], JSON.stringify(body)).toContain(status);
    expect((await write(anna, eva)).body).toMatchObject({ error: { code: "blocked" } });
    const left = await services.db
      .selectFrom("messages")
      .select("id")
      .where("author_id", "in", [anna.id, eva.id])
      .execute();
    expect(left).toEqual([]);
  }
}, 60_000);

test.for(["40P01", "40001"])(
  "quality: after %s a transaction is retried once, and published once",
  async (code, { member, services }) => {
    const { db } = services;
    const [anna, eva] = [await member({ credits: 100 }), await member({ credits: 100 })];
    await write(anna, eva);
    const heard: string[] = [];
    services.events.subscribe(eva.id, (event) => heard.push(event.type));
    // a sequence keeps its count even if the transaction is rolled back
    await sql
      .raw(`create sequence tries;
    create function break_once() returns trigger language plpgsql as $$ begin
      if nextval('tries') in (1, 3) then raise exception 'broken off' using errcode = '${code}'; end if;
      return new; end $$;
    create trigger break_once before insert on likes for each row execute function break_once();
    create trigger break_once before insert on messages for each row execute function break_once()`)
      .execute(db);
    const liked = await anna.client.call(likeMember, { body: { id: eva.id } });
    const sent = await write(anna, eva);
    await sql.raw("drop function break_once cascade; drop sequence tries").execute(db);
    expect([liked.status, sent.status]).toEqual([200, 200]);
    expect(heard).toEqual(["like", "message"]);
  },
);

test.for(["40P01", "40001"])(
  "quality: after %s again in the retry, the member is told to come back in seconds, and the same key then succeeds",
  async (code, { member, services: { db } }) => {
    const [anna, eva] = [await member({ credits: 100 }), await member({ credits: 100 })];
    await write(anna, eva);
    await sql
      .raw(`create sequence tries;
    create function break_twice() returns trigger language plpgsql as $$ begin
      if nextval('tries') in (1, 2, 4, 5) then raise exception 'broken off' using errcode = '${code}'; end if;
      return new; end $$;
    create trigger break_twice before insert on likes for each row execute function break_twice();
    create trigger break_twice before insert on messages for each row execute function break_twice()`)
      .execute(db);
    const key = randomUUID();
    const like = () => anna.client.call(likeMember, { body: { id: eva.id } }, { key });
    const send = () => anna.client.call(sendMessage, { body: { member: eva.id, text: "Again" } }, { key });
    const answers = [await like(), await like(), await send(), await send()];
    await sql.raw("drop function break_twice cascade; drop sequence tries").execute(db);
    expect(answers.map(({ status, headers }) => [status, headers["retry-after"]])).toEqual([
      [503, "5"],
      [200, undefined],
      [503, "5"],
      [200, undefined],
    ]);
  },
);
