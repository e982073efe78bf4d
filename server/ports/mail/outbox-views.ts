import { createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const title = "Outbox – what would have been sent";

export type ListedMail = { id: string; channel: string; recipient: string; subject: string; created_at: Date };
export type WholeMail = ListedMail & { body_text: string; body_html: string | null };

function document(heading: string, ...content: ReactNode[]): string {
  const head = h(
    "head",
    null,
    h("meta", { charSet: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "color-scheme", content: "light dark" }),
    h("title", null, heading),
    h("link", { rel: "stylesheet", href: "/outbox/outbox.css" }),
  );
  return `<!doctype html>${renderToStaticMarkup(h("html", { lang: "en" }, head, h("body", null, ...content)))}`;
}

const clock = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });

function time(at: Date): ReactNode {
  return h("time", { dateTime: at.toISOString() }, `${clock.format(at)} UTC`);
}

function filter(to: string): ReactNode {
  return h(
    "form",
    { action: "/outbox", role: "search" },
    h("label", { htmlFor: "to" }, "To"),
    h("input", {
      id: "to",
      name: "to",
      type: "search",
      defaultValue: to,
      placeholder: "anna@example.com",
      maxLength: 254,
    }),
    h("button", { type: "submit" }, "Filter"),
    to === "" ? h("a", { href: "/outbox" }, "Refresh") : h("a", { href: "/outbox" }, "Show all"),
  );
}

/** The newest mails of a site; `to` is the recipient filter, `limit` the maximum number of mails. */
export function listPage(list: { siteName: string; to: string; limit: number; mails: ListedMail[] }): string {
  const { siteName, to, limit, mails } = list;
  const row = (mail: ListedMail) =>
    h(
      "li",
      { key: mail.id },
      h(
        "a",
        { href: `/outbox/${mail.id}` },
        h("strong", null, mail.channel === "sms" ? `SMS: ${mail.subject}` : mail.subject),
        h("span", null, `to ${mail.recipient}`),
        time(mail.created_at),
      ),
    );
  const empty = to === "" ? "Nothing has been sent yet." : `Nothing has been sent to “${to}” yet.`;
  const note =
    `Emails and text messages of ${siteName} that did not leave this machine, because no mail server or no SMS gateway ` +
    `is set up. This page lists the newest ${limit}.`;
  return document(
    title,
    h("header", null, h("h1", null, title), h("p", null, note), filter(to)),
    h("main", null, mails.length > 0 ? h("ol", { className: "mails" }, mails.map(row)) : h("p", null, empty)),
    h("footer", null, h("a", { href: "/" }, `To ${siteName}`)),
  );
}

/** The page for the URL of a mail that does not exist, or is another site's. */
export function noMailPage(): string {
  const back = h("a", { href: "/outbox" }, "Back to the outbox");
  return document("Email not found – Outbox", h("header", null, back, h("h1", null, "Email not found")));
}

const address = /(https?:\/\/[^\s<>"]+)/;

function linked(text: string): ReactNode[] {
  return text.split(address).map((part, index) => (index % 2 === 1 ? h("a", { href: part, key: index }, part) : part));
}

/** One mail: its text, and its HTML in a sandboxed frame. */
export function mailPage(mail: WholeMail): string {
  const frame = h("iframe", {
    src: `/outbox/${mail.id}/html`,
    title: "The email as HTML",
    sandbox: "allow-popups allow-popups-to-escape-sandbox",
  });
  return document(
    `${mail.subject} – Outbox`,
    h("header", null, h("a", { href: "/outbox" }, "Back to the outbox"), h("h1", null, mail.subject)),
    h(
      "main",
      null,
      h(
        "dl",
        null,
        h("div", null, h("dt", null, "To"), h("dd", null, mail.recipient)),
        h("div", null, h("dt", null, "When"), h("dd", null, time(mail.created_at))),
      ),
      h("h2", { id: "as-text" }, "As text"),
      h("pre", null, ...linked(mail.body_text)),
      mail.body_html === null ? null : h("section", null, h("h2", null, "As HTML"), frame),
    ),
  );
}
