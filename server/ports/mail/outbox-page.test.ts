import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "#server/app.ts";
import { testServices } from "#server/db/test-database.ts";
import { createOutboxMail } from "./outbox.ts";
import { outboxPage } from "./outbox-page.ts";
import type { MailMessage } from "./port.ts";

let given: Awaited<ReturnType<typeof testServices>>;
let app: FastifyInstance;
beforeAll(async () => {
  given = await testServices();
  app = await createApp(given.services, [
    async (instance, lookups) => {
      const siteOf = async ({ hostname }: { hostname: string }) => {
        const site = await lookups.siteOf(hostname);
        if (!site) throw new Error("no site");
        return site;
      };
      await instance.register(outboxPage, { db: given.services.db, siteOf });
    },
  ]);
});
afterAll(async () => {
  await app.close();
  await given.close();
});

async function sent(changed: Partial<MailMessage> = {}): Promise<string> {
  const id = randomUUID();
  given.services.clock.advance(1_000);
  await createOutboxMail(given.services.db, given.services.clock).send({
    id,
    reference: id,
    siteId: given.siteIds[0] ?? 0,
    concerns: [],
    to: "anna@example.org",
    from: "hello@rendezvous.invalid",
    fromName: "Rendezvous",
    subject: "Confirm",
    text: "Open this:\nhttp://localhost:3000/abc?a=1&b=2\n",
    html: "<p>Open <script>alert(1)</script></p>",
    headers: {},
    language: "en",
    ...changed,
  });
  return id;
}

const get = (url: string, host = "localhost") => app.inject({ url, headers: { host } });

describe("D12.1 the outbox page", () => {
  test("lists the newest mails first, with time, recipient and subject", async () => {
    await sent({ subject: "First", to: "first@example.org" });
    await sent({ subject: "Second", to: "second@example.org" });
    const page = await get("/outbox");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("<title>Outbox – what would have been sent</title>");
    expect(page.body).toMatch(/Second<\/strong><span>to second@example.org<\/span><time[^>]*>20 Nov 2026[\s\S]*First</);
  });

  test("can be filtered by recipient, in upper or lower case", async () => {
    await sent({ to: "Eva.100%@example.org", subject: "For Eva" });
    const page = await get(`/outbox?to=${encodeURIComponent("eva.100%@EXAMPLE")}`);
    expect(page.body.match(/<li>/g)).toHaveLength(1);
    expect(page.body).toContain("For Eva");
    expect((await get("/outbox?to=nobody")).body).toContain("Nothing has been sent to “nobody” yet.");
    expect((await get("/outbox?to=a&to=b")).statusCode).toBe(200);
  });

  test("lists at most a hundred mails", async () => {
    for (let count = 0; count < 101; count += 1) await sent({ to: "many@example.org", subject: `Mail ${count}` });
    const page = await get("/outbox?to=many@");
    expect(page.body.match(/<li>/g)).toHaveLength(100);
    expect(page.body).not.toContain("Mail 0<");
  });

  test("shows a mail as text with a clickable link, and as HTML in a frame", async () => {
    const id = await sent();
    const { body, statusCode } = await get(`/outbox/${id}`);
    expect(statusCode).toBe(200);
    expect(body).toContain('<a href="http://localhost:3000/abc?a=1&amp;b=2">http://localhost:3000/abc?a=1&amp;b=2</a>');
    expect(body).toMatch(new RegExp(`<iframe src="/outbox/${id}/html"[^>]*sandbox="allow-popups[^"]*"`));
  });

  test("keeps the HTML of a mail from running or loading anything, and from frames of other sites", async () => {
    const answer = await get(`/outbox/${await sent()}/html`);
    expect(answer.body).toBe("<p>Open <script>alert(1)</script></p>");
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';/);
    expect(policy).not.toMatch(/script|allow-same-origin/);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(answer.headers["x-frame-options"]).toBe("SAMEORIGIN");
  });

  test("shows the content of a mail as text, never as markup", async () => {
    const id = await sent({ subject: "<script>alert(2)</script>", to: '"><b>@example.org', text: "<b>x</b>" });
    for (const path of ["/outbox", `/outbox/${id}`, "/outbox?to=<b>"]) {
      const { body } = await get(path);
      expect(body).not.toMatch(/<script|<b>/);
    }
  });

  test("D2.1 shows only the mails of the host's own site", async () => {
    const id = await sent({ subject: "Only here" });
    expect((await get("/outbox", "127.0.0.1")).body).not.toContain("Only here");
    expect((await get(`/outbox/${id}`, "127.0.0.1")).statusCode).toBe(404);
    expect((await get(`/outbox/${id}/html`, "127.0.0.1")).statusCode).toBe(404);
  });

  test("is neither cached by browsers nor indexed by search engines, and runs no script", async () => {
    const { headers } = await get("/outbox");
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'self'/);
    const css = await get("/outbox/outbox.css");
    expect(css.headers["content-type"]).toBe("text/css; charset=utf-8");
    expect(css.body).toContain("color-scheme: light dark");
  });

  test.each(["/outbox/1", `/outbox/${randomUUID()}`, "/outbox/1/html", `/outbox/${randomUUID()}/html`])(
    "answers 404 for %s",
    async (path) => {
      const answer = await get(path);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain("Email not found");
    },
  );
});
