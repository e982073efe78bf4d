import type { MailFrame } from "./mail-frame.ts";
import type { MailContent } from "./mail-parts.ts";

/** The text part (D9.2): everything that the HTML part says, in the same order. */
export function mailText(content: MailContent, frame: MailFrame): string {
  const parts = [
    frame.siteName,
    content.heading,
    ...content.paragraphs,
    content.rows.map(([name, value]) => frame.row(name, value)).join("\n"),
    content.button ? `${content.button.label}\n${content.button.href}` : "",
    ...content.remarks,
    "-- ",
    content.why,
    content.unsubscribe ? `${content.unsubscribe.label}\n${content.unsubscribe.href}` : "",
    frame.help,
    frame.demo ?? "",
    frame.company.join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
