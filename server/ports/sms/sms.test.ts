import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { createOutboxSms } from "./outbox.ts";
import { type SmsMessage, SmsUncertain } from "./port.ts";
import { createTwilioSms } from "./twilio.ts";

type Received = { method: string; path: string; headers: IncomingHttpHeaders; form: Record<string, string> };

/** A stand-in for Twilio: answers as it is told, or not at all. */
async function startGateway() {
  const received: Received[] = [];
  const answer: { status: number; body: string; silent: boolean } = { status: 201, body: "{}", silent: false };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    received.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, form });
    if (!answer.silent) response.writeHead(answer.status, { location: "/elsewhere" }).end(answer.body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const close = () =>
    new Promise<void>((closed) => {
      server.closeAllConnections();
      server.close(() => closed());
    });
  return { received, answer, baseUrl: `http://127.0.0.1:${port}`, close };
}

const gateway = await startGateway();
const { services, close } = await testServices();
const { db, clock } = services;
afterAll(async () => {
  await gateway.close();
  await close();
});
beforeEach(() => {
  gateway.received.length = 0;
  Object.assign(gateway.answer, { status: 201, body: "{}", silent: false });
});

const message = (changed: Partial<SmsMessage> = {}): SmsMessage => ({
  id: randomUUID(),
  siteId: 1,
  concerns: [],
  to: "+31612345678",
  text: "123456 – dein Code für Łódź 💌",
  ...changed,
});
const account = { sid: "AC0", token: "s:cr&t", from: "+31612000000", baseUrl: gateway.baseUrl };

/** What a failed `send` throws. */
const thrownBy = async (patienceMs?: number) =>
  await createTwilioSms(account, patienceMs)
    .send(message())
    .catch((error: unknown) => error);

describe("SMS by Twilio", () => {
  test("D7.5 is a form with recipient, sender and text, with the account's login", async () => {
    await createTwilioSms(account).send(message());
    const { method, path, headers, form } = gateway.received[0] ?? ({} as Received);
    expect([method, path]).toEqual(["POST", "/2010-04-01/Accounts/AC0/Messages.json"]);
    expect(form).toEqual({ To: "+31612345678", From: "+31612000000", Body: "123456 – dein Code für Łódź 💌" });
    expect(headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
    expect(headers.authorization).toBe(`Basic ${Buffer.from("AC0:s:cr&t").toString("base64")}`);
  });

  test.each([400, 401, 404, 429, 503])("%i means that it was not sent, and names no number", async (status) => {
    gateway.answer.status = status;
    gateway.answer.body = JSON.stringify({ code: 21211, message: "The number +31612345678 is not valid" });
    const error = await thrownBy();
    expect(error).not.toBeInstanceOf(SmsUncertain);
    expect(String(error)).toBe(`Error: the gateway answered ${status}, code 21211`);
  });

  test.each([500, 502, 504])("%i leaves open whether it was sent", async (status) => {
    gateway.answer.status = status;
    gateway.answer.body = "<html>";
    expect(await thrownBy()).toBeInstanceOf(SmsUncertain);
  });

  test("follows no redirect", async () => {
    gateway.answer.status = 307;
    expect(String(await thrownBy())).toContain("307");
    expect(gateway.received).toHaveLength(1);
  });

  test("a gateway that does not answer leaves open whether it was sent", async () => {
    gateway.answer.silent = true;
    expect(await thrownBy(200)).toBeInstanceOf(SmsUncertain);
    expect(gateway.received).toHaveLength(1);
  });

  test("fails if no gateway listens: nothing was sent", async () => {
    const closed = await startGateway();
    await closed.close();
    const sms = createTwilioSms({ ...account, baseUrl: closed.baseUrl });
    const error = await sms.send(message()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(SmsUncertain);
  });
});

describe("SMS by the outbox", () => {
  const sms = createOutboxSms(db, clock);

  test("is stored once, however often it is sent", async () => {
    const written = message();
    await sms.send(written);
    await sms.send(written);
    const rows = await db.selectFrom("outbox").selectAll().where("id", "=", written.id).execute();
    expect(rows).toMatchObject([{ channel: "sms", recipient: written.to, body_text: written.text, body_html: null }]);
  });

  test("D3.9 forgets the messages to a member, on their site, and no others", async () => {
    const [member, other] = [randomUUID(), randomUUID()];
    const written = {
      own: message({ concerns: [member] }),
      other: message({ concerns: [other] }),
      elsewhere: message({ concerns: [member], siteId: 2 }),
    };
    for (const each of Object.values(written)) await sms.send(each);
    await sms.erase({ siteId: 1, memberId: member });
    const left = await db.selectFrom("outbox").select("id").execute();
    const kept = Object.entries(written).filter(([, { id }]) => left.some((row) => row.id === id));
    expect(kept.map(([name]) => name)).toEqual(["other", "elsewhere"]);
  });
});
