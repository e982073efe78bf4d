import { Phone } from "lucide-react";
import { useEffect, useId } from "react";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { MediaNote } from "./media-note.tsx";
import { leave, putOffRing, type TalkView, take } from "./talk-session.ts";
import { useBelowHeaders } from "./use-below-headers.ts";

type Props = { view: Extract<TalkView, { step: "ring" | "left" }> };

const vibration = [300, 200, 300];

/** What the one who asked has read, too. The one who is asked pays nothing. */
function BeforeTaking() {
  const t = useTexts("talks");
  const { direct_talks: isDirect } = useSettings();
  return (
    <p className="mt-2 text-muted text-sm">
      {t(isDirect ? "ask.direct" : "ask.hidden")} {t("price.free")}
    </p>
  );
}

/** A call that rings, or one to return to. It takes no focus: the member may be typing. Escape puts a ring off. */
export function OfferBar({ view: { step, talk, pending, problem, failure } }: Props) {
  const t = useTexts("talks");
  const titleId = useId();
  const isRing = step === "ring";
  const { name, main_image: image } = talk.profile;
  useEffect(() => {
    // a browser refuses it, with a warning, on a page that was not touched yet
    if (isRing && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(vibration);
  }, [isRing]);
  return (
    <section
      ref={useBelowHeaders()}
      className="talk-bar"
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key === "Escape" && isRing) putOffRing();
      }}
    >
      <div className="flex items-center gap-3">
        <Avatar image={image} />
        <div className="min-w-0" role="alert">
          <p id={titleId} className="font-bold leading-tight">
            {t(isRing ? "ring.title" : "left.title", { name })}
          </p>
          <p className="text-muted text-sm">{t(isRing ? "ring.text" : "left.text")}</p>
        </div>
      </div>
      {isRing ? <BeforeTaking /> : null}
      <MediaNote problem={problem} device="microphone" />
      <FormError failure={failure} />
      <div className="talk-bar-buttons">
        <Button look="outline" onClick={() => void leave()}>
          {t(isRing ? "ring.not_now" : "control.hang_up")}
        </Button>
        <Button look="secondary" pending={pending} onClick={() => void take()}>
          <Phone aria-hidden className="size-5 shrink-0" />
          {t(isRing ? "ring.take" : "left.return")}
        </Button>
      </div>
    </section>
  );
}
