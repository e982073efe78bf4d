import type { Image } from "#contract/profiles.ts";
import type { Blockable } from "./use-block-call.ts";

/** What a report is about. A photo may also be one from a chat. */
export type ReportAbout =
  | { member: Blockable; subject: "profile" | "chat" }
  | { member: Blockable; subject: "message"; message: string }
  | { member: Blockable; subject: "question"; question: string }
  | { member: Blockable; subject: "photo"; image: Pick<Image, "filename"> };

const photoPath = /\/(?:chat-)?photos\/([0-9a-f-]{36})\//;

/** The subject in the request body; a photo is identified by the id in its URL. */
export function toReportSubject(about: ReportAbout) {
  const { subject, member } = about;
  if (about.subject === "message") return { member: member.id, about: about.subject, message: about.message };
  if (about.subject === "question") return { member: member.id, about: about.subject, question: about.question };
  const photo = subject === "photo" ? photoPath.exec(about.image.filename)?.[1] : undefined;
  return { member: member.id, about: subject, photo };
}
