import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { adminRoles, type Language, languages } from "#contract/constants.ts";
import { landerNames } from "#contract/landers.ts";
import { pathIn } from "#contract/languages.ts";
import { siteKey } from "#contract/site-key.ts";
import { wordsPreviewPath } from "#contract/site-words.ts";
import type { EndpointOptions } from "#server/feature.ts";
import { previewedMails, previewMail } from "#server/features/mails/index.ts";
import { findMailWords, findPageWords, usableWords, withDraft } from "#server/features/sites/index.ts";
import { registerFormBodies } from "#server/http/bodies.ts";
import { fail } from "#server/http/fail.ts";
import { isSameOrigin } from "#server/http/origin.ts";
import { siteOrigin } from "#server/site.ts";
import { findStaffSession } from "../staff/sessions.ts";
import { chooseSite } from "./choose-site.ts";

const pages = new Map<string, string>([
  ["home", "/"],
  ...landerNames.map((name) => [`landers.${name}`, `/landers/${name}`] as const),
]);
const mails = new Map(previewedMails.map((kind) => [`mails.${kind}`, kind]));

/** Whether staff can see a group of texts where they belong. */
export const hasPreview = (group: string): boolean => pages.has(group) || mails.has(group);

const form = z.object({ site: siteKey, language: z.enum(languages), group: z.string() }).catchall(z.string());

/** A group has at most some dozens of texts of 500 characters. */
const largestForm = 128 * 1024;

const ownPrefix = "words.";

/** The words of the site's pages as the form would make them; a text that could not be saved is left out. */
function wordsAfter(saved: Readonly<Record<string, string>>, language: Language, fields: Record<string, string>) {
  const typed = Object.entries(fields).flatMap(([name, text]) =>
    name.startsWith(ownPrefix) ? [[name.slice(ownPrefix.length), text.trim()] as const] : [],
  );
  const onPage = (key: string) => key.replace(`.${language}.`, ".");
  const words = new Map(Object.entries(saved));
  for (const [key] of typed) words.delete(onPage(key));
  for (const [key, text] of Object.entries(usableWords(Object.fromEntries(typed)))) words.set(onPage(key), text);
  return Object.fromEntries(words);
}

/** A mail's styles are within it, and nothing else is loaded. */
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'none'";

/** What is shown can run no script and send no form, but looks as it would. */
const inertPolicy = (policy: unknown) =>
  String(policy)
    .replace(/script-src [^;]*/, "script-src 'none'")
    .replace(/form-action [^;]*/, "form-action 'none'");

/** `POST /staff-preview`: a page as guests would see it, or a mail, with the words of a form. */
export const servePreview: FastifyPluginAsync<EndpointOptions> = async (app, { services }) => {
  registerFormBodies(app, largestForm);
  app.post(wordsPreviewPath, { config: { limit: "document" } }, async (request, reply) => {
    const { db, config, clock } = services;
    const now = clock.now();
    const staff = await findStaffSession(services, request, now);
    const fields = form.safeParse(request.body).data;
    if (!isSameOrigin(request)) throw fail("wrong_origin");
    if (!staff || !adminRoles.includes(staff.role) || !fields || !hasPreview(fields.group)) throw fail("not_found");
    const { site, language, group, ...texts } = fields;
    const { chosen } = await chooseSite({ db, staff }, site);
    const show = (html: string, policy: string) =>
      reply
        .headers({ "content-security-policy": policy, "cache-control": "no-store" })
        .type("text/html; charset=utf-8")
        .send(html);
    const mail = mails.get(group);
    if (mail !== undefined) {
      const words = wordsAfter(await findMailWords(db, chosen.id, language), language, texts);
      const place = { siteId: chosen.id, language, origin: siteOrigin(chosen, config) };
      return show(await previewMail(services, place, mail, words), mailPolicy);
    }
    const words = wordsAfter(await findPageWords(db, chosen.id, language, now), language, texts);
    // a guest without a browser: no visit is counted, no page shared
    const guest = { host: chosen.settings.domain, cookie: `locale=${language}`, "user-agent": "" };
    const page = await withDraft(words, (headers) =>
      app.inject({ url: pathIn(language, pages.get(group) ?? "/"), headers: { ...guest, ...headers } }),
    );
    return show(page.body, inertPolicy(page.headers["content-security-policy"]));
  });
};
