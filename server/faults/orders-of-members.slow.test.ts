import { randomUUID } from "node:crypto";
import { redeemLink, signUp } from "#contract/account.ts";
import { logIn, requestRecovery, resetPassword } from "#contract/auth.ts";
import { sendMessage } from "#contract/chat.ts";
import { getDecisions, objectToDecision } from "#contract/decisions.ts";
import { likeMember, unlikeMember } from "#contract/likes.ts";
import { blockMember } from "#contract/moderation.ts";
import { decideObjection } from "#contract/office.ts";
import { getMemberFile, sanctionMember } from "#contract/staff-members.ts";
import { deleteOwnAccount } from "#server/features/account/test-leaving.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as base, type Member } from "#server/test.ts";
import { booksOf, noticed } from "./test-books.ts";
import { orderStatements, seed } from "./test-orders.ts";

type Client = Pick<Member, "client">;
type Named = { id: string };
type Staff = Awaited<ReturnType<typeof staffMember>>;

const test = base
  .extend("everyOrder", { scope: "file" }, ({ services }, { onCleanup }) => orderStatements(services, onCleanup))
  .extend("mia", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("max", { scope: "file" }, ({ given }) => staffMember(given, "moderator"))
  .extend("between", { scope: "file" }, ({ services: { db } }) => {
    return (...members: Named[]) =>
      booksOf(
        db,
        members.map(({ id }) => id),
      );
  });

const send = async ({ client }: Client, { id }: Named, text = "Hello", key: string = randomUUID()) =>
  noticed(await client.call(sendMessage, { body: { member: id, text } }, { key }));
const like = async ({ client }: Client, { id }: Named) => {
  const answer = await client.call(likeMember, { body: { id } });
  return [noticed(answer), answer.body.match];
};
const unlike = async ({ client }: Client, { id }: Named) => noticed(await client.call(unlikeMember, { body: { id } }));
const block = async ({ client }: Client, { id }: Named) => noticed(await client.call(blockMember, { body: { id } }));
const versionOf = async ({ client }: Staff, { id }: Named) =>
  (await client.call(getMemberFile, { query: { id } })).body.member.version;
const take = async ({ client }: Staff, { id }: Named, measure: "muted" | "banned", version: number) => {
  const body = { id, version, measure, days: 7, ground: "harassment", words: "Why" } as const;
  return noticed(await client.call(sanctionMember, { body }));
};

for (const [chat, hasBegun] of [
  ["the first message", false],
  ["a message in a chat", true],
] as const) {
  test(`R6.07 in every order of statements ${chat} comes before a block, or not at all (seed ${seed})`, async ({
    pair,
    everyOrder,
    between,
  }) => {
    await everyOrder(async () => {
      const [anna, ben] = await pair();
      if (hasBegun) await send(anna, ben, "Before");
      return {
        acts: { send: () => send(anna, ben), block: () => block(ben, anna) },
        state: () => between(anna, ben),
      };
    });
  });

  test(`D11.2 in every order of statements ${chat} comes before a ban, or not at all (seed ${seed})`, async ({
    pair,
    everyOrder,
    between,
    mia,
  }) => {
    await everyOrder(async () => {
      const [anna, ben] = await pair();
      if (hasBegun) await send(anna, ben, "Before");
      const version = await versionOf(mia, anna);
      return {
        acts: { send: () => send(anna, ben), ban: () => take(mia, anna, "banned", version) },
        state: () => between(anna, ben),
      };
    });
  });
}

test(`R7.03 in every order of statements a message and its repetition are one (seed ${seed})`, async ({
  pair,
  member,
  everyOrder,
  between,
}) => {
  await everyOrder(async () => {
    const [anna, ben] = await pair();
    const eva = await member();
    const key = randomUUID();
    const sendTo = (to: Named) => () => send(anna, to, "Hello", key);
    return {
      acts: { first: sendTo(ben), again: sendTo(ben), elsewhere: sendTo(eva) },
      state: () => between(anna, ben, eva),
    };
  });
});

test(`D5.1 in every order of statements two likes are one match, which one of the two answers (seed ${seed})`, async ({
  pair,
  everyOrder,
  between,
}) => {
  await everyOrder(async () => {
    const [anna, ben] = await pair();
    return { acts: { anna: () => like(anna, ben), ben: () => like(ben, anna) }, state: () => between(anna, ben) };
  });
});

test(`D5.1 in every order of statements a like taken back leaves no half match (seed ${seed})`, async ({
  pair,
  everyOrder,
  between,
}) => {
  await everyOrder(async () => {
    const [anna, ben] = await pair();
    await like(anna, ben);
    return {
      acts: { takeBack: () => unlike(anna, ben), likeBack: () => like(ben, anna), block: () => block(ben, anna) },
      state: () => between(anna, ben),
    };
  });
});

let newcomers = 0;

test(`D3.9 R4.02 in every order of statements an account is confirmed and deleted, or only deleted (seed ${seed})`, async ({
  given,
  visitor,
  member,
  everyOrder,
  between,
}) => {
  await everyOrder(async () => {
    newcomers += 1;
    const ben = await member();
    const client = visitor();
    const form = signupForm({ name: `Newcomer ${newcomers}`, email: `newcomer${newcomers}@example.org` });
    const { user } = (await client.call(signUp, { body: form })).body;
    const token = await activationToken(given, form.email);
    await send({ client }, ben);
    return {
      acts: {
        // in her own browser: on another device it would end the session that deletes
        confirm: async () => noticed(await client.call(redeemLink, { body: { token } })),
        delete: async () => noticed(await deleteOwnAccount(client)),
      },
      state: () => between(user, ben),
    };
  });
});

/** Lets Mia mute a member; returns the id of the decision, how the member objects, and the state that staff see. */
async function muted(anna: Member, mia: Staff) {
  await take(mia, anna, "muted", await versionOf(mia, anna));
  const [decision] = (await anna.client.call(getDecisions)).body.decisions;
  const object = async () =>
    noticed(await anna.client.call(objectToDecision, { body: { id: decision?.id ?? "", text: "I only joked" } }));
  return { id: decision?.id ?? "", object, version: await versionOf(mia, anna) };
}

test(`D11.2 in every order of statements an objection comes before a ban, or finds the door closed (seed ${seed})`, async ({
  member,
  everyOrder,
  between,
  services,
  mia,
}) => {
  await everyOrder(async () => {
    const anna = await member();
    const { object, version } = await muted(anna, mia);
    const statements = services.db.selectFrom("statements").select(["decision", "objection"]).orderBy("decision");
    return {
      acts: { object, ban: () => take(mia, anna, "banned", version) },
      state: async () => [await between(anna), await statements.where("member_id", "=", anna.id).execute()],
    };
  });
});

test(`D11.2 in every order of statements an objection that is upheld lifts its own measure only (seed ${seed})`, async ({
  member,
  everyOrder,
  between,
  services,
  mia,
  max,
}) => {
  await everyOrder(async () => {
    const anna = await member();
    const { id, object, version } = await muted(anna, mia);
    await object();
    const uphold = async () =>
      noticed(await max.client.call(decideObjection, { body: { id, verdict: "upheld", words: "Why" } }));
    const profile = services.db.selectFrom("profiles").select(["muted_until", "listed"]);
    return {
      acts: { uphold, ban: () => take(mia, anna, "banned", version) },
      state: async () => [await between(anna), await profile.where("member_id", "=", anna.id).execute()],
    };
  });
});

test(`D3.4 in every order of statements a login comes before a reset, which ends it, or fails (seed ${seed})`, async ({
  signedUp,
  visitor,
  services,
  everyOrder,
  between,
}) => {
  await everyOrder(async () => {
    const { id, form } = await signedUp();
    await services.limits.clear("address", "127.0.0.1");
    await visitor().call(requestRecovery, { body: { email: form.email } });
    await services.jobs.drain(services);
    const mail = services.mail.sent.findLast(({ to, text }) => to === form.email && text.includes("reset-password/do"));
    const token = /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    const password = "a quite new pass phrase";
    const body = { token, password, password_again: password };
    return {
      acts: {
        logIn: async () =>
          noticed(await visitor().call(logIn, { body: { login: form.name, password: form.password } })),
        reset: async () => noticed(await visitor().call(resetPassword, { body })),
      },
      state: async () => (await between({ id })).members[0]?.sessions,
    };
  });
});
