import type { PageBlock } from "#contract/fill-page.ts";
import type { MailFrame } from "./mail-parts.ts";
import { listItem, type MailContent } from "./mail-parts.ts";

function paperLines({ title, sections }: NonNullable<MailContent["papers"]>): string[] {
  const textOf = (block: PageBlock) =>
    block.kind === "text" ? block.text : block.items.map((item) => listItem(item)).join("\n");
  return [title, ...sections.flatMap((section) => [section.title, ...section.blocks.map(textOf)])];
}

/** The text part: everything that the HTML part says, in the same order. */
export function mailText(content: MailContent, frame: MailFrame): string {
  const parts = [
    frame.siteName,
    content.heading,
    ...content.paragraphs,
    content.rows.map(([name, value]) => frame.row(name, value)).join("\n"),
    content.button ? `${content.button.label}\n${content.button.href}` : "",
    ...content.remarks,
    content.objection ? `${content.objection.label}\n${content.objection.href}` : "",
    "-- ",
    content.why,
    content.unsubscribe ? `${content.unsubscribe.label}\n${content.unsubscribe.href}` : "",
    frame.help,
    frame.demo ?? "",
    frame.company.join("\n"),
    ...(content.papers ? paperLines(content.papers) : []),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
