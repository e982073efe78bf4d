import { createHmac, randomUUID } from "node:crypto";
import { describe, vi } from "vitest";
import { dayMs, hourMs } from "#contract/durations.ts";
import { likeMember } from "#contract/likes.ts";
import { liftDisabled } from "#contract/notifications.ts";
import { readMailToken, sendMailJob } from "#server/features/mails/index.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { unsubscribeToken } from "../unsubscribe.ts";
import { mailFeedbackPath } from "./receive-feedback.ts";
import { bounceMail, complaintMail, postmark, ses, sesBounce, sns } from "./test-reports.ts";

const secret = "a secret of the mail service, for tests";

const test = base.extend("post", { scope: "file" }, async ({ app, services }) => {
  services.config.mailFeedbackSecret = secret;
  return async (body: object | string, password: string | null = secret, type?: string) => {
    const authorization = password && `Basic ${Buffer.from(`mail:${password}`).toString("base64")}`;
    const contentType = type ?? (typeof body === "string" ? "message/rfc822" : "application/json");
    const { statusCode, headers } = await app.inject({
      method: "POST",
      url: mailFeedbackPath,
      headers: { host: "localhost", "content-type": contentType, ...(authorization && { authorization }) },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: statusCode, headers };
  };
});

type Services = Parameters<typeof sendMailJob.run>[0];

/** Sends a member a mail that a like caused; returns what mail servers see of it. Undefined if it was not sent. */
async function mailTo(services: Services & { mail: { sent: readonly { id: string }[] } }, to: Member, from: Member) {
  await from.client.call(likeMember, { body: { id: to.id } });
  const id = randomUUID();
  const token = unsubscribeToken(services.config.secret, to.id, "like");
  const people = [{ name: from.name, fictional: false, author: "member" }];
  const params = { name: to.name, link: "/likes", token, people, count: 1 };
  const receiver = { siteId: to.siteId, accountId: to.id, to: to.email, origin: "http://localhost:3000" };
  const job = { id, ...receiver, language: "en", about: [from.id], kind: "like", params };
  await sendMailJob.run(services, sendMailJob.data.parse(job));
  const sent = services.mail.sent.find((mail) => mail.id === id) as
    | { reference: string; headers: Record<string, string> }
    | undefined;
  return sent && { token: sent.reference, messageId: `${sent.reference}@rendezvous.invalid`, headers: sent.headers };
}

const sentTo = async (...given: Parameters<typeof mailTo>) => {
  const mail = await mailTo(...given);
  if (!mail) throw new Error("the mail was not sent");
  return mail;
};

async function disabledOf({ db }: Services, { id }: { id: string }) {
  const row = db.selectFrom("accounts").select("notifications_disabled").where("id", "=", id);
  return (await row.executeTakeFirstOrThrow()).notifications_disabled;
}

describe("R4.08 D9.2 the endpoint for bounces and complaints", () => {
  test("does not exist where no secret is set", async ({ post, services }) => {
    services.config.mailFeedbackSecret = undefined;
    expect((await post({})).status).toBe(404);
    services.config.mailFeedbackSecret = secret;
  });

  test("asks for the secret as password, and takes no other", async ({ post, services, pair }) => {
    const [anna, ben] = await pair();
    const report = sns(sesBounce("Permanent", await sentTo(services, anna, ben)));
    for (const password of [null, "", "wrong", `${secret}x`, secret.slice(1)]) {
      const answer = await post(report, password);
      expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, 'Basic realm="mail feedback"']);
    }
    expect(await disabledOf(services, anna)).toEqual([]);
    expect((await post(report)).status).toBe(200);
    expect(await disabledOf(services, anna)).toEqual(["bounce"]);
  });

  test("refuses what it can't read, and takes other mails and events without doing anything", async ({ post }) => {
    for (const wrong of [{}, [], { RecordType: 1 }, { mail: "x" }]) expect((await post(wrong)).status).toBe(400);
    expect((await post("{ half", secret, "application/json")).status).toBe(400);
    expect((await post("\0\ud800", secret, "application/json")).status).toBe(400);
    expect((await post("", secret, "message/rfc822")).status).toBe(200);
    expect((await post("Subject: Hello\r\n\r\nI lost my password.", secret)).status).toBe(200);
    expect((await post(postmark("Open", "x"))).status).toBe(200);
    expect((await post({ ...sns({}), Message: "Successfully validated SNS topic" })).status).toBe(200);
    const deep = Array.from({ length: 400 }, (_, i) => `Content-Type: multipart/mixed; boundary="${i}"\r\n\r\n--${i}`);
    expect((await post(deep.join("\r\n"))).status).toBeLessThan(500);
    expect((await post("x".repeat(2 ** 20 + 1))).status).toBe(413);
  });

  test("follows no confirmation of a subscription by itself", async ({ post, services }) => {
    const confirmation = (url: string) => ({
      ...sns({}),
      Type: "SubscriptionConfirmation",
      Token: "x",
      SubscribeURL: url,
    });
    const own = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=x";
    const others = [
      "https://sns.evil.example/",
      "http://sns.eu-west-1.amazonaws.com/",
      "https://a@sns.x.amazonaws.com/",
    ];
    const [fetched, warned] = [vi.spyOn(globalThis, "fetch"), vi.spyOn(services.log, "warn")];
    for (const url of [own, ...others]) expect((await post(confirmation(url))).status).toBe(200);
    expect(fetched).not.toHaveBeenCalled();
    expect(warned.mock.calls.map(([what]) => what)).toEqual([{ page: own }]);
    vi.restoreAllMocks();
  });
});

/** How each sender reports; `reason` is what stops the member's mails then. */
const reports: [name: string, reason: string, (mail: { token: string; messageId: string }) => object | string][] = [
  ["Amazon SES, a permanent bounce", "bounce", (mail) => sns(sesBounce("Permanent", mail))],
  ["Amazon SES, a complaint", "fbl", (mail) => sns(ses("Complaint", mail, { complaint: {} }))],
  [
    "Amazon SES without SNS's envelope",
    "fbl",
    (mail) => ses("Complaint", mail, { complaint: { complaintFeedbackType: "abuse" } }),
  ],
  [
    "Amazon SES, an unsubscribe",
    "list_unsubscribe",
    (mail) => sns(ses("Subscription", mail, { subscription: { newTopicPreferences: { unsubscribeAll: true } } })),
  ],
  ["Postmark, a hard bounce", "bounce", ({ token }) => postmark("Bounce", token, { Type: "HardBounce" })],
  ["Postmark, a complaint", "fbl", ({ token }) => postmark("SpamComplaint", token)],
  [
    "Postmark, an unsubscribe",
    "list_unsubscribe",
    ({ token }) =>
      postmark("SubscriptionChange", token, {
        SuppressSending: true,
        Origin: "Recipient",
        SuppressionReason: "ManualSuppression",
      }),
  ],
  ["a mailbox, a bounce", "bounce", (mail) => bounceMail("failed", "5.1.1", mail)],
  ["a mailbox, a complaint", "fbl", (mail) => complaintMail("abuse", mail)],
  ["a mailbox, an opt-out", "list_unsubscribe", (mail) => complaintMail("opt-out", mail)],
];

test.for(reports)(
  "R4.08 D9.2 stops a member’s mails at once: %s",
  async ([, reason, reportOf], { post, services, pair }) => {
    const [anna, ben] = await pair();
    const mail = await sentTo(services, anna, ben);
    expect((await post(reportOf(mail))).status).toBe(200);
    expect(await disabledOf(services, anna)).toEqual([reason]);
    expect(await disabledOf(services, ben)).toEqual([]);
    expect(await mailTo(services, anna, ben)).toBeUndefined();
  },
);

/** What says that a mail did arrive, was delayed, or was refused for a while. */
const harmless: [name: string, (mail: { token: string; messageId: string }) => object | string][] = [
  ["Amazon SES, a delivery", (mail) => ses("Delivery", mail)],
  ["Amazon SES, a transient bounce", (mail) => sesBounce("Transient", mail)],
  [
    "Amazon SES, no spam after all",
    (mail) => ses("Complaint", mail, { complaint: { complaintFeedbackType: "not-spam" } }),
  ],
  ["Postmark, an automatic reply", ({ token }) => postmark("Bounce", token, { Type: "AutoResponder" })],
  ["Postmark, a mailbox that is full", ({ token }) => postmark("Bounce", token, { Type: "SoftBounce" })],
  ["Postmark, sending resumed", ({ token }) => postmark("SubscriptionChange", token, { SuppressSending: false })],
  ["a mailbox, a delay", (mail) => bounceMail("delayed", "4.4.1", mail)],
  ["a mailbox, another mailbox that is full", (mail) => bounceMail("failed", "5.2.2", mail)],
  ["a mailbox, a policy", (mail) => bounceMail("failed", "5.7.1", mail)],
  ["a mailbox, no spam after all", (mail) => complaintMail("not-spam", mail)],
];

test.for(harmless)("R4.08 does not stop a member’s mails: %s", async ([, reportOf], { post, services, pair }) => {
  const [anna, ben] = await pair();
  expect((await post(reportOf(await sentTo(services, anna, ben)))).status).toBe(200);
  expect(await disabledOf(services, anna)).toEqual([]);
});

describe("R4.08 Mailgun’s webhooks", () => {
  const webhook = (event: object, now: Date, key = secret) => {
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const token = randomUUID().replaceAll("-", "");
    const signature = createHmac("sha256", key)
      .update(timestamp + token)
      .digest("hex");
    return { signature: { timestamp, token, signature }, "event-data": event };
  };
  const failed = (messageId: string) => ({
    event: "failed",
    severity: "permanent",
    reason: "bounce",
    timestamp: 1_795_197_600.5,
    message: { headers: { "message-id": messageId } },
  });

  test("need no password, because they are signed, but the webhooks of others and old ones do", async ({
    post,
    services,
    pair,
  }) => {
    const [anna, ben] = await pair();
    const { messageId } = await sentTo(services, anna, ben);
    const now = services.clock.now();
    const good = webhook(failed(messageId), now);
    const forged = { ...good, signature: { ...good.signature, token: "another" } };
    const cut = { ...good, signature: { ...good.signature, signature: "00" } };
    for (const wrong of [webhook(failed(messageId), now, "another key"), forged, cut]) {
      expect((await post(wrong, null)).status).toBe(401);
    }
    expect((await post(webhook(failed(messageId), new Date(now.getTime() - dayMs)), null)).status).toBe(401);
    expect(await disabledOf(services, anna)).toEqual([]);
    expect((await post(good, null)).status).toBe(200);
    expect(await disabledOf(services, anna)).toEqual(["bounce"]);
  });

  test("of a temporary failure change nothing: Mailgun tries again", async ({ post, services, pair }) => {
    const [anna, ben] = await pair();
    const { messageId } = await sentTo(services, anna, ben);
    const event = { ...failed(messageId), severity: "temporary" };
    expect((await post(webhook(event, services.clock.now()), null)).status).toBe(200);
    expect(await disabledOf(services, anna)).toEqual([]);
  });
});

describe("R4.08 a report changes nothing", () => {
  test("if we did not send its mail to the member’s address", async ({ post, services, pair, visitor }) => {
    const [anna, ben] = await pair();
    const { token } = await sentTo(services, anna, ben);
    const bytes = Buffer.from(token, "base64url");
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    const others = [bytes.toString("base64url"), `${token}=`, token.slice(0, -1), "", randomUUID(), anna.id];
    for (const wrong of others) {
      expect((await post(bounceMail("failed", "5.1.1", { messageId: `${wrong}@rendezvous.invalid` }))).status).toBe(
        200,
      );
      expect((await post(postmark("SpamComplaint", wrong))).status).toBe(200);
    }
    const named = { messageId: "someone@rendezvous.invalid" };
    expect((await post(sesBounce("Permanent", named))).status).toBe(200);
    expect(await disabledOf(services, anna)).toEqual([]);
    expect(readMailToken(services.config.secret, token, "another@example.org")).toBeUndefined();
    expect(readMailToken(services.config.secret, token, anna.email.toUpperCase())?.accountId).toBe(anna.id);
    expect(visitor().cookies.size).toBe(0);
  });

  test("if the address has changed since", async ({ post, services, pair }) => {
    const [anna, ben] = await pair();
    const mail = await sentTo(services, anna, ben);
    const email = "anna.new@example.org";
    await services.db.updateTable("accounts").set({ email }).where("id", "=", anna.id).execute();
    await post(sesBounce("Permanent", mail));
    expect(await disabledOf(services, anna)).toEqual([]);
  });

  test("if the member has lifted the stop since, however late it comes and how often", async ({
    post,
    services,
    pair,
  }) => {
    const [anna, ben] = await pair();
    const [first, second] = [await sentTo(services, anna, ben), await sentTo(services, anna, ben)];
    await post(sesBounce("Permanent", first));
    const lift = () => anna.client.call(liftDisabled, { body: { disabled: "bounce" } });
    expect((await lift()).body.disabled).toEqual([]);
    for (const old of [first, second, first]) await post(sesBounce("Permanent", old));
    expect(await disabledOf(services, anna)).toEqual([]);
    await lift();
    await post(sesBounce("Permanent", await sentTo(services, anna, ben)));
    expect(await disabledOf(services, anna)).toEqual(["bounce"]);
  });

  test("if it is 60 days old; it is forgotten then", async ({ post, services, pair }) => {
    const [anna, ben] = await pair();
    const at = new Date(services.clock.now().getTime() - 61 * dayMs).toISOString();
    await post(sesBounce("Permanent", { ...(await sentTo(services, anna, ben)), at }));
    expect(await disabledOf(services, anna)).toEqual([]);
    await post(sesBounce("Transient", await sentTo(services, anna, ben)));
    const rows = () =>
      services.db.selectFrom("mail_feedback").select("kind").where("account_id", "=", anna.id).execute();
    await purgeOldRows.run(services, {});
    expect(await rows()).toEqual([{ kind: "soft_bounce" }]);
    services.clock.advance(61 * dayMs);
    await purgeOldRows.run(services, {});
    expect(await rows()).toEqual([]);
  });

  test("if the account is deleted", async ({ post, services, pair }) => {
    const [anna, ben] = await pair();
    const mail = await sentTo(services, anna, ben);
    const deleted = { status: "deleted", deleted_at: services.clock.now() };
    await services.db.updateTable("accounts").set(deleted).where("id", "=", anna.id).execute();
    expect((await post(sesBounce("Permanent", mail))).status).toBe(200);
    expect(await disabledOf(services, anna)).toEqual([]);
  });
});

describe("R4.08 soft bounces", () => {
  type Given = { services: Parameters<typeof mailTo>[0]; pair: () => Promise<readonly [Member, Member]> };

  /** Mails on several days, each given by the hours since the first. */
  async function mailsAfter({ services, pair }: Given, hours: readonly number[]) {
    const [anna, ben] = await pair();
    const start = services.clock.now().getTime() - 10 * dayMs;
    const mails = [];
    for (const hour of hours) {
      const at = new Date(start + hour * hourMs).toISOString();
      mails.push({ ...(await sentTo(services, anna, ben)), at });
    }
    return { anna, ben, mails };
  }

  test("stop mails after five in a row over three days, in whatever order they arrive", async ({
    post,
    services,
    pair,
  }) => {
    const { anna, mails } = await mailsAfter({ services, pair }, [0, 20, 40, 60, 80]);
    const [first, ...others] = mails.map((mail) => sesBounce("Transient", mail));
    for (const report of others.toReversed()) for (let time = 0; time < 3; time += 1) await post(report);
    expect(await disabledOf(services, anna)).toEqual([]);
    await post(first ?? {});
    expect(await disabledOf(services, anna)).toEqual(["bounce"]);
  });

  test("within one day say only that the mailbox is full today", async ({ post, services, pair }) => {
    const { anna, mails } = await mailsAfter({ services, pair }, [0, 1, 2, 3, 4, 5, 6]);
    for (const mail of mails) await post(sesBounce("Transient", mail));
    expect(await disabledOf(services, anna)).toEqual([]);
  });

  test("begin anew after a mail that was delivered, also if that is reported last", async ({
    post,
    services,
    pair,
  }) => {
    const { anna, ben, mails } = await mailsAfter({ services, pair }, [0, 20, 40, 60, 80]);
    const delivered = mails.splice(2, 1);
    for (const mail of mails) await post(sesBounce("Transient", mail));
    for (const mail of delivered) await post(ses("Delivery", mail));
    await post(sesBounce("Transient", await sentTo(services, anna, ben)));
    expect(await disabledOf(services, anna)).toEqual([]);
  });

  test("do not count for a mail that was delivered: it was an automatic reply", async ({ post, services, pair }) => {
    const { anna, mails } = await mailsAfter({ services, pair }, [0, 20, 40, 60, 80]);
    for (const mail of mails) {
      await post(sesBounce("Transient", mail));
      await post(ses("Delivery", mail));
    }
    expect(await disabledOf(services, anna)).toEqual([]);
  });

  test("that arrive at once are all counted", async ({ post, services, pair }) => {
    const { anna, mails } = await mailsAfter({ services, pair }, [0, 20, 40, 60, 80]);
    await Promise.all(mails.map((mail) => post(sesBounce("Transient", mail))));
    expect(await disabledOf(services, anna)).toEqual(["bounce"]);
  });
});

test("R4.08 every mail to a member has what reports find it by, the same at each attempt", async ({
  services,
  pair,
}) => {
  const [anna, ben] = await pair();
  const { token, headers } = await sentTo(services, anna, ben);
  expect(headers["X-PM-Metadata-mail"]).toBe(token);
  // Postmark keeps 80 characters
  expect(token).toMatch(/^[\w-]{1,80}$/);
});
