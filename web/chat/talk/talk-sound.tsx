import { Volume2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";

/** The other one's voice, whatever of the call is on the screen. */
export function TalkSound({ sound }: { sound: MediaStreamTrack | null }) {
  const t = useTexts("talks");
  const audio = useRef<HTMLAudioElement>(null);
  const [isBlocked, setBlocked] = useState(false);
  const play = () =>
    audio.current?.play().then(
      () => setBlocked(false),
      () => setBlocked(true),
    );
  useEffect(() => {
    const element = audio.current;
    if (element === null) return;
    element.srcObject = sound === null ? null : new MediaStream([sound]);
    if (sound !== null)
      element.play().then(
        () => setBlocked(false),
        // an older call to it fails when the next track comes
        (error: DOMException) => setBlocked(error.name === "NotAllowedError"),
      );
  }, [sound]);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a live voice has no captions */}
      <audio ref={audio} className="hidden" />
      {isBlocked ? (
        <div className="talk-bar">
          <Button wide onClick={() => void play()}>
            <Volume2 aria-hidden className="size-5 shrink-0" />
            {t("hear")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
