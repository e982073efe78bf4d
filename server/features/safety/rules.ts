import { createHash } from "node:crypto";
import type { MessageRisk } from "#contract/chat.ts";
import { findContactDetails, normalise } from "#server/features/inspection/index.ts";
import { hasMoneyTalk } from "./money-talk.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** D11.3: the same text may begin chats with this many members a day. */
export const sameTextMembers = 5;
export const sameTextMs = day;
/** Texts with fewer letters are the same by chance: "Hi, how are you?" */
const tellingLetters = 25;

/** For this long after joining a member begins at most so many chats an hour, whether they paid or not. */
export const newcomerMs = 2 * day;
export const newcomerChats = 10;
export const newcomerChatsMs = hour;

/** So many members who got marked messages within this time open a review by staff. */
export const reviewRecipients = 3;
export const reviewMs = 7 * day;

/** How long rows of first messages are kept: for a review, or else for the limits. */
export const riskyKeptMs = 30 * day;
export const keptMs = day;
/** Closed reviews are kept as long as closed reports: claims can be made for a year. */
export const reviewsKeptMs = 365 * day;

/** So many characters of a text are looked at, five times what a message has by default. */
const mostLookedAt = 5_000;
/** Marks piled on one letter, which could push the rest out of what is looked at. */
const piledMarks = /\p{M}{3,}/gu;
const lookedAt = (text: string) => text.replace(piledMarks, "").slice(0, mostLookedAt);

/** What the recipient of a first message is warned of. Its time is bounded, whatever the text. */
export function findRisks(whole: string): MessageRisk[] {
  const text = lookedAt(whole);
  const risks: MessageRisk[] = [];
  if (findContactDetails(text).length > 0) risks.push("contact");
  if (hasMoneyTalk(text)) risks.push("money");
  return risks;
}

const words = (text: string) => normalise(lookedAt(text)).split(/[^\p{L}\p{N}]+/u);

/**
 * A hash of a text's letters and digits without the recipient's name, by which a repetition is known; null if there are
 * too few of them. "Anna_92" is greeted as "Anna", too.
 */
export function hashText(text: string, recipient: string): Buffer | null {
  const names = new Set(words(recipient).flatMap((word) => [word, word.replace(/\d+$/, "")]));
  const letters = words(text)
    .filter((word) => !names.has(word))
    .join("");
  return letters.length < tellingLetters ? null : createHash("sha256").update(letters).digest();
}
