import { Camera } from "lucide-react";
import { Suspense } from "react";
import type { AnswerPromise } from "#contract/answer-promise.ts";
import type { Card } from "#contract/profiles.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { useIsMounted } from "#web/lib/use-is-mounted.ts";
import { useOverlay } from "#web/ui/use-overlay.ts";
import type { SentPhoto } from "./photo-draft.ts";

const PhotoSheet = lazyPart(() => import("./photo-sheet.tsx"));

type Props = { partner: Card; promise: AnswerPromise | null; onSent: (sent: SentPhoto) => void };

export function SendPhoto({ partner, promise, onSent }: Props) {
  const t = useTexts("chat-photos");
  const sheet = useOverlay("send-photo");
  const isMounted = useIsMounted();
  return (
    <>
      <button type="button" className="icon-button" aria-label={t("button")} onClick={() => sheet.open()}>
        <Camera aria-hidden className="size-5" />
      </button>
      {sheet.shows === null ? null : (
        <Suspense fallback={null}>
          <PhotoSheet
            partner={partner}
            promise={promise}
            onSent={(sent) => {
              // not if the member has gone to another page meanwhile
              if (isMounted()) onSent(sent);
            }}
            onClose={sheet.close}
          />
        </Suspense>
      )}
    </>
  );
}
