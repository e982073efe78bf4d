import { useState } from "react";
import { looksLikeContactOrPayment } from "./contact-or-payment.ts";

/** The chats, of a viewer with a partner, in which the question was asked: it is asked once. */
const asked = new Set<string>();

/**
 * Asks before contact details or a payment go to a member who has not answered yet (`first`, D11.3). It stops a message
 * once: however the member sends it afterwards, it goes.
 */
export function useAskFirst({ viewer, partner, first }: { viewer: string; partner: string; first: boolean }) {
  const [asking, setAsking] = useState(false);
  const maySend = (text: string): boolean => {
    const chat = `${viewer} ${partner}`;
    const asks = first && !asked.has(chat) && looksLikeContactOrPayment(text);
    if (asks) asked.add(chat);
    setAsking(asks);
    return !asks;
  };
  return { asking, maySend, close: () => setAsking(false) };
}
