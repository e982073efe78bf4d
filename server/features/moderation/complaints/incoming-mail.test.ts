import { sendComplaint } from "#contract/complaints.ts";
import { decideComplaint, takeComplaints } from "#contract/office.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as base, expect } from "#server/test.ts";
import { incomingMailPath } from "./receive-mail.ts";

const secret = "a secret of the mail server, for tests";
const support = "help@rendezvous.invalid";

const test = base
  .extend("post", { scope: "file" }, ({ app, services }) => {
    services.config.mailInletSecret = secret;
    return async (mail: string, password = secret) => {
      const authorization = `Basic ${Buffer.from(`mail:${password}`).toString("base64")}`;
      const headers = { host: "localhost", "content-type": "message/rfc822", authorization };
      return (await app.inject({ method: "POST", url: incomingMailPath, headers, payload: mail })).statusCode;
    };
  })
  .extend("sue", { scope: "file" }, ({ given }) => staffMember(given, "support"))
  .extend("items", { scope: "file" }, ({ sue }) => async () => {
    return (await sue.client.call(takeComplaints, { body: { count: 12 } })).body.items;
  });

type Mail = { from: string; subject?: string; text?: string; more?: string[] };
let sent = 0;
function mailOf({ from, subject = "Hello", text = "It does not work", more = [] }: Mail): string {
  sent += 1;
  const head = [`From: Eva <${from}>`, `To: ${support}`, `Subject: ${subject}`, `Message-ID: <${sent}@mail.example>`];
  return [...head, ...more, "", text].join("\r\n");
}

test("D11.9 an answered mail arrives as a complaint without a member, once; a wrong password or no secret files nothing", async ({
  post,
  items,
  member,
  services,
}) => {
  const eva = await member();
  const mail = mailOf({ from: eva.email, text: "It does not work\r\n\r\n> We wrote\r\n> this" });
  expect(await post(mail, "another secret, that is wrong, for tests")).toBe(401);
  services.config.mailInletSecret = undefined;
  expect(await post(mail)).toBe(404);
  services.config.mailInletSecret = secret;
  expect(await items()).toEqual([]);
  expect([await post(mail), await post(mail)]).toEqual([200, 200]);
  const [item, ...others] = await items();
  expect(others).toEqual([]);
  expect(item).toMatchObject({ member: null, owner: { id: eva.id }, text: "Hello\n\nIt does not work" });
  expect(item?.facts).toContainEqual({ label: "sender", value: "Not logged in: the address isn’t proven" });
});

test("D11.4 a mail with a complaint's number joins its thread, if it comes from its address", async ({
  post,
  items,
  sue,
  visitor,
}) => {
  const email = "carla@example.org";
  const { number } = (await visitor().call(sendComplaint, { body: { email, text: "Too slow" } })).body;
  const find = async () =>
    (await items()).find(({ facts }) => facts.some(({ label, value }) => label === "number" && value === number));
  const id = (await find())?.id ?? "";
  await sue.client.call(decideComplaint, { body: { id, verdict: "answered", words: "Which page?" } });
  expect(await find()).toBeUndefined();
  await post(mailOf({ from: "someone@example.org", subject: `Re: ${number}`, text: "Not hers" }));
  expect(await find()).toBeUndefined();
  await post(mailOf({ from: "Carla@example.org", subject: `Re: complaint ${number}`, text: "The search" }));
  const thread = (await find())?.thread ?? [];
  expect(thread.at(-1)).toMatchObject({ team: false, text: `Re: complaint ${number}\n\nThe search` });
});

test("D11.4 automatic replies, lists, bounces, our own mails and mails to no site are not filed", async ({
  post,
  services,
}) => {
  const count = async () => (await services.db.selectFrom("complaints").select("id").execute()).length;
  const before = await count();
  const from = "robot@example.org";
  const ignored = [
    mailOf({ from, more: ["Auto-Submitted: auto-replied"] }),
    mailOf({ from, more: ["Precedence: bulk"] }),
    mailOf({ from, more: ["List-Id: <news.example.org>"] }),
    mailOf({ from, more: ["Return-Path: <>"] }),
    mailOf({ from, text: "> only quoted" }),
    mailOf({ from }).replace(support, "nobody@example.org"),
    "no mail",
  ];
  for (const mail of ignored) expect(await post(mail)).toBe(200);
  expect(await count()).toBe(before);
});
