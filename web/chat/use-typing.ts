import { useCallback, useRef, useState } from "react";
import { sendTyping } from "#contract/chat.ts";
import { typingEveryMs, typingShownMs } from "#contract/constants.ts";
import { call } from "#web/lib/call.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { useTimer } from "#web/lib/use-timer.ts";

/** Whether the other member is writing here. Ends with their message, or after some seconds without a report. */
export function usePartnerTyping(conversationId: string | undefined): boolean {
  const [typing, setTyping] = useState(false);
  const timer = useTimer();
  useLiveEvent((event) => {
    if (event.type !== "typing" && event.type !== "message") return;
    if (event.conversation !== conversationId) return;
    timer.stop();
    setTyping(event.type === "typing");
    if (event.type === "typing") timer.start(() => setTyping(false), typingShownMs);
  });
  return typing;
}

/** Reports at most every few seconds. `isReported`: the member's setting allows it, and the other member is online. */
export function useReportTyping(conversationId: string | undefined, isReported: boolean): () => void {
  const reportedAt = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(() => {
    const now = performance.now();
    if (!isReported || conversationId === undefined || now - reportedAt.current < typingEveryMs) return;
    reportedAt.current = now;
    const input = { body: { conversation: { id: conversationId } }, signal: AbortSignal.timeout(typingEveryMs) };
    // a lost report does no harm: the next one follows
    call(sendTyping, input).catch(() => {});
  }, [conversationId, isReported]);
}
