import { deleteAccount, signUp } from "#contract/account.ts";
import { requestRecovery } from "#contract/auth.ts";
import { requestBan, sendComplaint } from "#contract/complaints.ts";
import { sendNotice } from "#contract/content-notices.ts";
import { requestDownload } from "#contract/privacy.ts";
import { getDeclaredWithdrawal, requestWithdrawal } from "#contract/withdrawals.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { expect, test } from "#server/test.ts";

const lure = "Locked! Go to https://evil.example/login";

/** Addresses of one mailbox, as a stranger may spell them. */
const spellings = (name: string) => [
  `${name}@gmail.com`,
  `${name.toUpperCase()}@gmail.com`,
  `${name}@GMAIL.com`,
  `${name}@googlemail.com`,
  `${name}+1@gmail.com`,
  `${name}+lots+more@gmail.com`,
  `${name.slice(0, 2)}.${name.slice(2)}@gmail.com`,
  ` ${name}@gmail.com `,
];

const notice = { place: lure, reason: "other", text: lure, name: lure, good_faith: true } as const;

test("D11.9 many declarations at once to one mailbox, however it is spelled: one mail about notices, three in all", async ({
  visitor,
  mails,
}) => {
  await mails();
  const toVictim = async () => (await mails()).filter(({ to }) => /victim/i.test(to.replaceAll(".", "")));
  const names = spellings("victim");
  const notices = await Promise.all(
    names.map((email, at) =>
      visitor().call(sendNotice, { body: { ...notice, email } }, { address: `2001:db8:${at}::1` }),
    ),
  );
  expect(notices.map(({ status }) => status)).toEqual(names.map(() => 200));
  expect(notices.filter(({ body }) => body.mailed)).toHaveLength(1);
  expect(await toVictim()).toHaveLength(1);
  await Promise.all(names.map((email) => visitor().call(requestBan, { body: { email, text: lure } })));
  const sent = await toVictim();
  expect(sent).toHaveLength(3);
  for (const { subject, text, html } of sent) expect(`${subject} ${text} ${html}`).not.toMatch(/evil|Locked/);
});

test("D7.7 D11.9 the mail about a withdrawal has no words that were typed; the page of its link has them", async ({
  visitor,
  member,
  mails,
}) => {
  const { email } = await member();
  await mails();
  const send = () => visitor().call(requestWithdrawal, { body: { email, number: lure } });
  await Promise.all(Array.from({ length: 10 }, send));
  const sent = await mails(email);
  expect(sent).toHaveLength(3);
  for (const { text, html } of sent) expect(`${text} ${html}`).not.toMatch(/evil|Locked/);
  const token = /\/withdrawal\/([\w-]+)/.exec(sent[0]?.text ?? "")?.[1] ?? "";
  const page = await visitor().call(getDeclaredWithdrawal, { query: { token } });
  expect(page.body).toMatchObject({ number: lure, confirmable: false });
});

test("D11.9 accounts that a stranger makes for a mailbox get no more mails than it may get, whatever they ask for", async ({
  visitor,
  mails,
}) => {
  await mails();
  for (let count = 0; count < 5; count += 1) {
    const [client, email] = [visitor(), `squatted+${count}@example.org`];
    const signup = await client.call(signUp, { body: signupForm({ name: `Squatter ${count}`, email }) });
    expect(signup.status).toBe(200);
    await client.call(sendComplaint, { body: { email, text: lure } });
    await visitor().call(requestRecovery, { body: { email, way: "reset" } });
    await client.call(requestDownload);
    await client.call(deleteAccount, { body: { password: signupForm().password } });
  }
  const sent = (await mails()).filter(({ to }) => to.startsWith("squatted"));
  const confirming = sent.filter(({ subject }) => /Confirm/.test(subject));
  expect([confirming.length, sent.length]).toEqual([3, 6]);
});

test("D11.9 the answer to a complaint goes to the account of its logged-in sender, whatever address was typed", async ({
  signedUp,
  services,
}) => {
  const { client, form } = await signedUp();
  const { number } = (await client.call(sendComplaint, { body: { email: "elsewhere@example.org", text: "Hi" } })).body;
  const row = services.db
    .selectFrom("complaints")
    .select("email")
    .where("number", "=", number ?? "");
  expect(await row.executeTakeFirst()).toEqual({ email: form.email });
});

test("D11.9 an address that a mail program could read as several is refused", async ({ visitor }) => {
  for (const email of ["1,victim@example.org", "(c)victim@example.org", "<victim@example.org", '"a"@example.org']) {
    const codes = [
      (await visitor().call(sendNotice, { body: { ...notice, email } })).body.error?.field_codes,
      (await visitor().call(requestBan, { body: { email, text: "" } })).body.error?.field_codes,
    ];
    expect(codes, email).toEqual([{ email: "email_invalid" }, { email: "email_invalid" }]);
  }
});
