import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { createOutboxMail } from "./outbox.ts";
import type { Mail, MailMessage } from "./port.ts";
import { createRecordingMail } from "./recording.ts";
import { createSmtpMail } from "./smtp.ts";

const message = (changed: Partial<MailMessage> = {}): MailMessage => ({
  id: randomUUID(),
  reference: randomUUID(),
  siteId: 1,
  concerns: [],
  to: "anna@example.com",
  from: "hello@rendezvous.example",
  fromName: "Rendezvous – für Łódź 💌",
  subject: "Bestätige deine Adresse, Żaneta! ".repeat(4).trim(),
  text: "Grüße\n\nhttps://rendezvous.example/abc\n.\nEnde\n",
  html: '<p>Grüße <a href="https://rendezvous.example/abc">abc</a></p>',
  headers: { "Auto-Submitted": "auto-generated" },
  language: "de",
  ...changed,
});

/** A mail as its reader sees it. */
type Seen = Pick<MailMessage, "to" | "from" | "fromName" | "subject" | "text" | "html"> & {
  header(name: string): string | undefined;
};

/** A mail server that accepts everything, unless a test makes it refuse. */
function receive() {
  const mails: { mail: Email; to: string[]; raw: string }[] = [];
  const refusal = { say: "" };
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo: (_, __, done) => done(refusal.say ? Object.assign(new Error(refusal.say), { responseCode: 451 }) : null),
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const to = session.envelope.rcptTo.map((each) => each.address);
      const raw = Buffer.concat(chunks);
      mails.push({ mail: await PostalMime.parse(raw), to, raw: raw.toString() });
      done();
    },
  });
  return new Promise<{ mails: typeof mails; refusal: typeof refusal; url: string; close(): Promise<void> }>(
    (resolve) => {
      const listening = server.listen(0, "127.0.0.1", () => {
        const address = listening.address();
        const port = typeof address === "object" ? address?.port : 0;
        const close = () => new Promise<void>((closed) => server.close(() => closed()));
        resolve({ mails, refusal, url: `smtp://127.0.0.1:${port}`, close });
      });
    },
  );
}

const server = await receive();
const { services, close } = await testServices();
const { db, clock } = services;
afterAll(async () => {
  await server.close();
  await close();
});
const recording = createRecordingMail();

const carriers: { name: string; mail: Mail; newest(): Promise<Seen> }[] = [
  {
    name: "outbox",
    mail: createOutboxMail(db, clock),
    async newest() {
      clock.advance(1);
      const row = await db.selectFrom("outbox").selectAll().orderBy("created_at", "desc").executeTakeFirstOrThrow();
      const headers = Object.entries(row.headers as Record<string, string>);
      const header = (name: string) => headers.find(([key]) => key === name)?.[1];
      const [, fromName = "", from = ""] = /^(.*) <(.*)>$/.exec(header("From") ?? "") ?? [];
      const { recipient: to, subject, body_text: text, body_html: html } = row;
      return { to, from, fromName, subject, text, html: html ?? "", header };
    },
  },
  {
    name: "recording",
    mail: recording,
    async newest() {
      const sent = recording.sent.at(-1);
      if (!sent) throw new Error("nothing was sent");
      const headers = { "Content-Language": sent.language, ...sent.headers };
      return { ...sent, header: (name) => Object.entries(headers).find(([key]) => key === name)?.[1] };
    },
  },
  {
    name: "smtp",
    mail: createSmtpMail(server.url),
    async newest() {
      const { mail, to } = server.mails.at(-1) ?? {};
      if (!mail || !to) throw new Error("nothing was sent");
      return {
        to: to.join(),
        from: mail.from?.address ?? "",
        fromName: mail.from?.name ?? "",
        subject: mail.subject ?? "",
        text: mail.text ?? "",
        html: (mail.html ?? "").trim(),
        header: (name) => mail.headers.find((header) => header.originalKey === name)?.value,
      };
    },
  },
];

describe.each(carriers)("mail by $name", ({ mail, newest }) => {
  test("arrives as it was written, in any script", async () => {
    const written = message();
    await mail.send(written);
    const seen = await newest();
    for (const part of ["to", "from", "fromName", "subject", "html"] as const) expect(seen[part]).toBe(written[part]);
    expect(seen.text.trimEnd()).toBe(written.text.trimEnd());
  });

  test("D9.2 has headers with its language, and that it was sent automatically", async () => {
    await mail.send(message({ language: "pl" }));
    const seen = await newest();
    expect(seen.header("Content-Language")).toBe("pl");
    expect(seen.header("Auto-Submitted")).toBe("auto-generated");
  });

  test("can't be given more recipients or headers by a line break", async () => {
    await mail.send(message({ subject: "Hello\r\nBcc: eva@example.com" })).catch(() => undefined);
    await mail.send(message({ fromName: "Anna\r\nBcc: eva@example.com" })).catch(() => undefined);
    const seen = await newest();
    expect(seen.to).toBe("anna@example.com");
    expect(seen.header("Bcc")).toBeUndefined();
  });
});

test("mail by outbox is stored once, however often it is sent", async () => {
  const mail = createOutboxMail(db, clock);
  const written = message();
  await mail.send(written);
  await mail.send(written);
  expect(await db.selectFrom("outbox").select("id").where("id", "=", written.id).execute()).toHaveLength(1);
});

test("D3.9 mail by outbox forgets mails to or about a member, on their site, and no others", async () => {
  const mail = createOutboxMail(db, clock);
  const [member, other] = [randomUUID(), randomUUID()];
  const written = {
    toAddress: message({ to: "Gone@example.com" }),
    toMember: message({ to: "gone.before@example.com", concerns: [member] }),
    aboutMember: message({ to: "eva@example.com", concerns: [other, member] }),
    toOther: message({ to: "eva@example.com", concerns: [other] }),
    elsewhere: message({ to: "gone@example.com", siteId: 2 }),
  };
  for (const each of Object.values(written)) await mail.send(each);
  await mail.erase({ siteId: 1, memberId: member, address: "gone@example.com" });
  const left = await db.selectFrom("outbox").select("id").execute();
  const kept = Object.entries(written).filter(([, { id }]) => left.some((row) => row.id === id));
  expect(kept.map(([name]) => name)).toEqual(["toOther", "elsewhere"]);
});

describe("mail by smtp", () => {
  const mail = createSmtpMail(server.url);
  const header = (name: string) => server.mails.at(-1)?.mail.headers.find((each) => each.key === name)?.value;

  test("goes to a domain in its ASCII form", async () => {
    await mail.send(message({ to: "anna@bücher.example", from: "hallo@grüße.example" }));
    expect(server.mails.at(-1)?.raw).toMatch(/^To: anna@xn--bcher-kva\.example\r$/m);
    expect(server.mails.at(-1)?.raw).toMatch(/<hallo@xn--gre-6ka8l\.example>\r$/m);
  });

  test("R5.03 reaches a mailbox in any script, with a plus, or with a long name", async () => {
    const label = "x".repeat(59);
    for (const to of [
      "jürgen+neu@example.com",
      "почта@example.com",
      `${"a".repeat(64)}@${label}.${label}.${label}.org`,
    ]) {
      await mail.send(message({ to }));
      expect(server.mails.at(-1)?.to).toEqual([to]);
      expect(server.mails.at(-1)?.mail.to).toEqual([{ name: "", address: to }]);
    }
  });

  test("has the same Message-ID when it is sent again", async () => {
    const written = message();
    await mail.send(written);
    const first = header("message-id");
    await mail.send(written);
    expect(first).toBe(`<${written.reference}@rendezvous.example>`);
    expect(header("message-id")).toBe(first);
  });

  test("fails if the server refuses it", async () => {
    server.refusal.say = "not now";
    await expect(mail.send(message())).rejects.toThrow("not now");
    server.refusal.say = "";
  });

  test("fails if no server listens", async () => {
    const closed = await receive();
    await closed.close();
    await expect(createSmtpMail(closed.url).send(message())).rejects.toThrow("ECONNREFUSED");
  });

  test("fails if the server does not speak SMTP", async () => {
    const nonsense = createServer((socket) => socket.end("<html>no mail here</html>\r\n"));
    await new Promise<void>((resolve) => nonsense.listen(0, "127.0.0.1", resolve));
    const address = nonsense.address();
    const port = typeof address === "object" ? address?.port : 0;
    await expect(createSmtpMail(`smtp://127.0.0.1:${port}`).send(message())).rejects.toThrow();
    nonsense.close();
  });

  test.each(["anna", "@example.com", "anna@", "anna@exa mple.com"])("fails for %j, which is no address", async (to) => {
    await expect(mail.send(message({ to }))).rejects.toThrow("not a mail address");
  });
});
