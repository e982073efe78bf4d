import { useState } from "react";
import { looksLikeContactOrPayment } from "./contact-or-payment.ts";

/** The chats in which the question was asked before, by viewer and partner. */
const askedChats = new Set<string>();

/**
 * Asks before contact details or a payment go to a member who has not answered yet (`first`, D11.3). Asks once per
 * chat; afterwards the member's messages are sent.
 */
export function useRiskySend({ viewer, partner, first }: { viewer: string; partner: string; first: boolean }) {
  const [asking, setAsking] = useState(false);
  const maySend = (text: string): boolean => {
    const chat = `${viewer} ${partner}`;
    const needsQuestion = first && !askedChats.has(chat) && looksLikeContactOrPayment(text);
    if (needsQuestion) askedChats.add(chat);
    setAsking(needsQuestion);
    return !needsQuestion;
  };
  return { asking, maySend, close: () => setAsking(false) };
}
