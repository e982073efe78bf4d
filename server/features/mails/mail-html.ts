// one package each: @react-email/components also loads Tailwind, Prism and Markdown, 35 MB
import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { render } from "@react-email/render";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { createElement as h, type ReactNode } from "react";
import type { MailFrame } from "./mail-parts.ts";
import { listItem, type MailContent } from "./mail-parts.ts";
import { darkStyles, mailColours, styles } from "./mail-styles.ts";

/** The HTML part. Styles are inline, because many mail programs ignore style sheets; only dark mode needs one. */
export async function mailHtml(content: MailContent, frame: MailFrame): Promise<string> {
  const colour = mailColours[frame.theme];
  return render(
    h(
      Html,
      { lang: frame.language, dir: "ltr" },
      h(
        Head,
        null,
        h("title", null, content.subject),
        h("meta", { name: "viewport", content: "width=device-width" }),
        h("meta", { name: "color-scheme", content: "light dark" }),
        h("meta", { name: "supported-color-schemes", content: "light dark" }),
        h("style", null, darkStyles(colour)),
      ),
      h(
        Body,
        { className: "page", style: styles.page },
        h(Preview, null, content.preview),
        h(
          Container,
          { style: styles.column },
          h(Text, { className: "name", style: { ...styles.name, color: colour.onLight } }, frame.siteName),
          h(Section, { className: "card", style: styles.card }, ...card(content, frame, colour)),
          ...footer(content, frame, colour),
          content.papers ? papers(content.papers) : null,
        ),
      ),
    ),
  );
}

function papers({ title, sections }: NonNullable<MailContent["papers"]>): ReactNode {
  const small = (text: string) => h(Text, { className: "soft", style: styles.paper }, text);
  return h(
    Section,
    { className: "card", style: styles.papers },
    h(Heading, { as: "h2", className: "ink", style: styles.papersTitle }, title),
    ...sections.flatMap((section) => [
      h(Heading, { as: "h3", className: "ink", style: styles.paperTitle }, section.title),
      ...section.blocks.flatMap((block) =>
        block.kind === "text" ? [small(block.text)] : block.items.map((item) => small(listItem(item))),
      ),
    ]),
  );
}

type Colour = (typeof mailColours)[keyof typeof mailColours];

function card(content: MailContent, frame: MailFrame, colour: Colour): ReactNode[] {
  return [
    h(Heading, { as: "h1", className: "ink", style: styles.heading }, content.heading),
    ...content.paragraphs.map((text) => h(Text, { className: "ink", style: styles.text }, text)),
    content.rows.length > 0 ? rows(content.rows) : null,
    ...(content.button ? button(content.button, frame, colour) : []),
    ...content.remarks.map((text) => h(Text, { className: "soft", style: styles.small }, text)),
    ...(content.objection ? [textLink(content.objection, colour)] : []),
  ];
}

function textLink({ href, label }: { href: string; label: string }, colour: Colour): ReactNode {
  const link = { href, className: "link", style: { ...styles.link, color: colour.onLight } };
  return h(Text, { className: "soft", style: styles.small }, h(Link, link, label));
}

function button({ href, label }: { href: string; label: string }, frame: MailFrame, colour: Colour): ReactNode[] {
  return [
    h(Button, { href, className: "button", style: { ...styles.button, backgroundColor: colour.button } }, label),
    h(
      Text,
      { className: "soft", style: styles.small },
      frame.linkHint,
      h("br"),
      h(Link, { href, className: "link", style: { ...styles.link, color: colour.onLight } }, href),
    ),
  ];
}

function rows(lines: MailContent["rows"]): ReactNode {
  const row = ([name, value]: [string, string]) =>
    h(
      "tr",
      { key: name },
      h("th", { scope: "row", className: "soft line", style: styles.rowName }, name),
      h("td", { className: "ink line", style: styles.rowValue }, value),
    );
  return h(
    "table",
    { width: "100%", cellPadding: 0, cellSpacing: 0, style: styles.rows },
    h("tbody", null, lines.map(row)),
  );
}

function footer(content: MailContent, frame: MailFrame, colour: Colour): ReactNode[] {
  const { why, unsubscribe } = content;
  const lines = [frame.help, frame.demo, frame.company.join(" · ")].filter((line) => line !== null);
  const link = { className: "link", style: { ...styles.link, color: colour.onLight } };
  const small = (line: ReactNode) => h(Text, { className: "soft", style: styles.small }, line);
  return [
    h(Hr, { className: "line", style: styles.line }),
    small(why),
    unsubscribe ? small(h(Link, { href: unsubscribe.href, ...link }, unsubscribe.label)) : null,
    ...lines.map(small),
  ];
}
