import { join } from "node:path";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Db } from "#server/db/pool.ts";
import { readPlainStyle } from "#server/http/styles.ts";
import { listPage, mailPage, noMailPage } from "./outbox-views.ts";

export type OutboxPage = {
  db: Db;
  /** The site of the request's host: the page shows only this site's mails. */
  siteOf(request: FastifyRequest): Promise<{ id: number; settings: { name: string } }>;
};

/** Allows only the page's own stylesheet and the frame with the mail. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A mail is shown as in a mail program: no scripts, no loading; links open in a new page. */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
  "frame-ancestors 'self'";

const mailsShown = 100;
const query = z.object({ to: z.string().trim().max(254).catch("") });
const params = z.object({ id: z.uuid() });

/** Mount it only with the outbox adapter: every visitor can read every mail of the site, with its links. */
export const outboxPage: FastifyPluginAsync<OutboxPage> = async (app, { db, siteOf }) => {
  const css = readPlainStyle(join(import.meta.dirname, "outbox.css"));
  app.addHook("onRequest", async (_, reply) => {
    reply.headers({ "x-content-type-options": "nosniff", "x-robots-tag": "noindex", "cache-control": "no-store" });
  });

  app.get("/outbox/outbox.css", async (_, reply) => reply.type("text/css; charset=utf-8").send(css));

  app.get("/outbox", async (request, reply) => {
    const { to } = query.parse(request.query);
    const site = await siteOf(request);
    let newest = db
      .selectFrom("outbox")
      .select(["id", "channel", "recipient", "subject", "created_at"])
      .where("site_id", "=", site.id)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(mailsShown);
    if (to !== "") {
      newest = newest.where((where) =>
        where(where.fn<number>("strpos", [where.fn("lower", ["recipient"]), where.val(to.toLowerCase())]), ">", 0),
      );
    }
    return page(reply).send(
      listPage({ siteName: site.settings.name, to, limit: mailsShown, mails: await newest.execute() }),
    );
  });

  app.get("/outbox/:id", async (request, reply) => {
    const mail = await find(request);
    if (!mail) return page(reply).code(404).send(noMailPage());
    return page(reply).send(mailPage(mail));
  });

  app.get("/outbox/:id/html", async (request, reply) => {
    const html = (await find(request))?.body_html;
    if (!html) return page(reply).code(404).send(noMailPage());
    reply.header("content-security-policy", mailPolicy).header("x-frame-options", "SAMEORIGIN");
    return reply.type("text/html; charset=utf-8").send(html);
  });

  function page(reply: FastifyReply): FastifyReply {
    return reply.header("content-security-policy", pagePolicy).type("text/html; charset=utf-8");
  }

  async function find(request: FastifyRequest) {
    const parsed = params.safeParse(request.params);
    if (!parsed.success) return undefined;
    const site = await siteOf(request);
    const mails = db.selectFrom("outbox").selectAll().where("site_id", "=", site.id);
    return await mails.where("id", "=", parsed.data.id).executeTakeFirst();
  }
};
