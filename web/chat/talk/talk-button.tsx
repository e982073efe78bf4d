import { Phone } from "lucide-react";
import { Suspense } from "react";
import type { Card } from "#contract/profiles.ts";
import type { TalkOnChat } from "#contract/talks.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { isLabelled } from "#web/member-parts/member-label.tsx";
import { useWhySilent } from "#web/member-parts/use-why-silent.ts";
import { useOverlay } from "#web/ui/use-overlay.ts";

const AskTalk = lazyPart(() => import("./ask-talk.tsx"));

type Props = { member: Card; talk: TalkOnChat; onChanged: () => void };

/** Asks the other one of a chat for a call; there is none to a profile that no person answers. */
export function TalkButton({ member, talk, onChanged }: Props) {
  const t = useTexts("chat");
  const { shows, open, close } = useOverlay("ask-talk", { reload: "closes" });
  const { chance, minute_credits: count } = talk;
  const silence = useWhySilent({ begins: false });
  const isOffered = chance !== "unavailable" && !isLabelled(member);
  // what keeps a muted member from it stands at the chat's end
  if (!isOffered || silence !== null) return null;
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
