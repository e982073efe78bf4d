import { Phone } from "lucide-react";
import { Suspense, useEffect } from "react";
import type { Card } from "#contract/profiles.ts";
import { getTalk, type TalkOnChat } from "#contract/talks.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { isLabelled } from "#web/member-parts/member-label.tsx";
import { useOverlay } from "#web/ui/use-overlay.ts";
import { needTalk } from "./talk-store.ts";

const AskTalk = lazyPart(() => import("./ask-talk.tsx"));

let hasLooked = false;

/** A push leads to the chat, whose page was not open when the call began to ring; later ones come by the stream. */
async function lookForRing(): Promise<void> {
  if (hasLooked) return;
  hasLooked = true;
  try {
    if ((await call(getTalk)).talk !== null) needTalk();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
  }
}

type Props = { member: Card; talk: TalkOnChat; onChanged: () => void };

/** Asks the other one of a chat for a call; there is none to a profile that no person answers. */
export function TalkButton({ member, talk, onChanged }: Props) {
  const t = useTexts("chat");
  const { shows, open, close } = useOverlay("ask-talk", { reload: "closes" });
  const { chance, minute_credits: count } = talk;
  const isOffered = chance !== "unavailable" && !isLabelled(member);
  const mayRing = isOffered && chance !== "needs_answer";
  useEffect(() => {
    if (mayRing) void lookForRing();
  }, [mayRing]);
  if (!isOffered) return null;
  const label = chance === "open" && count > 0 ? t("call.ask_price", { count }) : t("call.ask");
  return (
    <>
      <button
        type="button"
        className="icon-button noscript:hidden"
        aria-label={label}
        title={label}
        onPointerDown={() => AskTalk.preload()}
        onClick={() => open()}
      >
        <Phone aria-hidden className="size-5" />
      </button>
      {shows === null ? null : (
        <Suspense fallback={null}>
          <AskTalk {...{ member, talk, onChanged }} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
