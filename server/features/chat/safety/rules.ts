import { createHash } from "node:crypto";
import type { MessageRisk } from "#contract/chat.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import { findContactDetails, lookedAt, normalise } from "#server/features/profiles/index.ts";
import { hasMoneyTalk } from "./money-talk.ts";

/** A member may begin chats by the same text with at most this many members a day. */
export const sameTextMembers = 5;
export const sameTextMs = dayMs;
/** Texts with fewer letters, such as "Hi, how are you?", may be equal by chance and are not compared. */
const tellingLetters = 25;

/** How long after joining a member may begin only a limited number of chats an hour, paid or not. */
export const newcomerMs = 2 * dayMs;
export const newcomerChats = 10;
export const newcomerChatsMs = hourMs;

export const isNewcomer = (joinedAt: Date, now: Date): boolean => joinedAt.getTime() > now.getTime() - newcomerMs;

/** If this many members got marked messages of one author within this time, staff have to review the author. */
export const reviewRecipients = 3;
export const reviewMs = 7 * dayMs;

/** First messages are remembered for so many days: marked ones for a review, others for the limits. */
export const firstMessageDays = { plain: 1, marked: 30 };

/** The risk of which the recipient of a first message is warned. It takes a limited time for any text. */
export function findRisks(whole: string): MessageRisk[] {
  const text = lookedAt(whole);
  const risks: MessageRisk[] = [];
  if (findContactDetails(text).length > 0) risks.push("contact");
  if (hasMoneyTalk(text)) risks.push("money");
  return risks;
}

const words = (text: string) => normalise(lookedAt(text)).split(/[^\p{L}\p{N}]+/u);

/** A hash of a text's letters and digits without the recipient's name ("Anna_92": nor "Anna"); null if too few. */
export function hashText(text: string, recipient: string): Buffer | null {
  const names = new Set(words(recipient).flatMap((word) => [word, word.replace(/\d+$/, "")]));
  const letters = words(text)
    .filter((word) => !names.has(word))
    .join("");
  return letters.length < tellingLetters ? null : createHash("sha256").update(letters).digest();
}
