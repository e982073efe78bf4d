import type { Image } from "#contract/profiles.ts";
import type { Blockable } from "./use-block-call.ts";

/**
 * The subject of a report (D11.2): a member's profile, the chat with them, one of their messages, or one of their
 * photos, also one from a chat.
 */
export type ReportAbout =
  | { member: Blockable; subject: "profile" | "chat" }
  | { member: Blockable; subject: "message"; message: string }
  | { member: Blockable; subject: "photo"; image: Pick<Image, "filename"> };

const photoPath = /\/(?:chat-)?photos\/([0-9a-f-]{36})\//;

/** The subject in the request body; a photo is identified by the id in its URL. */
export function toReportSubject(about: ReportAbout) {
  const { subject, member } = about;
  if (about.subject === "message") return { member: member.id, about: about.subject, message: about.message };
  const photo = subject === "photo" ? photoPath.exec(about.image.filename)?.[1] : undefined;
  return { member: member.id, about: subject, photo };
}
