import { Maximize2, PhoneOff } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import { Clock } from "./clock.tsx";
import { leave, type TalkView } from "./talk-session.ts";
import { useBelowHeaders } from "./use-below-headers.ts";

type Props = { view: Extract<TalkView, { step: "asking" | "running" }>; onOpen: () => void };

/** The call goes on while the member looks at other pages. */
export function TalkBar({ view, onOpen }: Props) {
  const t = useTexts("talks");
  const { name } = view.talk.profile;
  const button = useFocus<HTMLButtonElement>(true);
  return (
    <section ref={useBelowHeaders()} className="talk-bar talk-bar-small" aria-label={t("title", { name })}>
      <p className="min-w-0 grow truncate font-semibold">
        <bdi>{name}</bdi> · {view.step === "running" ? <Clock since={view.since} /> : t("asking.short")}
      </p>
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={t("open")}
        title={t("open")}
        onClick={onOpen}
      >
        <Maximize2 aria-hidden className="size-5" />
      </button>
      <button
        type="button"
        className="icon-button talk-end"
        aria-label={t("control.hang_up")}
        title={t("control.hang_up")}
        onClick={() => void leave()}
      >
        <PhoneOff aria-hidden className="size-5" />
      </button>
    </section>
  );
}
