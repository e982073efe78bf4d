import { EyeOff, Phone, ShieldCheck, Users, Wallet } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import type { Card } from "#contract/profiles.ts";
import type { TalkOnChat } from "#contract/talks.ts";
import { Remedy } from "#web/chat/send-failure.tsx";
import { newKey } from "#web/lib/api.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/dialog.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import type { MediaProblem } from "./media.ts";
import { MediaNote } from "./media-note.tsx";
import { ask } from "./talk-session.ts";
import { needTalk } from "./talk-store.ts";

type Props = { member: Card; talk: TalkOnChat; onChanged: () => void; onClose: () => Promise<void> };

/** What a call is, and what it costs, before the other one is asked. */
export default function AskTalk({ member, talk, onChanged, onClose }: Props) {
  const t = useTexts("talks");
  const { name } = member;
  const { chance } = talk;
  return (
    <Sheet open hasEntry onClose={onClose} title={t("ask.title", { name })}>
      {chance === "open" ? (
        <Ask {...{ member, talk, onChanged, onClose }} />
      ) : (
        <p>{t(chance === "off" ? "ask.off" : "ask.needs_answer", { name })}</p>
      )}
    </Sheet>
  );
}

function Ask({ member: { id, name }, talk: { minute_credits: count }, onChanged, onClose }: Props) {
  const t = useTexts("talks");
  const { pathname } = useLocation();
  const { direct_talks: isDirect } = useSettings();
  const [key, setKey] = useState(newKey);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<MediaProblem | null>(null);
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const send = async () => {
    needTalk();
    setPending(true);
    setProblem(null);
    setFailure(null);
    const obstacle = await ask({ member: id, credits: count, key, onAsked: onClose });
    if (obstacle === null) return;
    setPending(false);
    if ("problem" in obstacle) return setProblem(obstacle.problem);
    setFailure(obstacle.failure);
    // without an answer the same press may have arrived: the next try has the same key
    if (obstacle.failure.code !== "no_connection") setKey(newKey());
    if (["talk_price_changed", "talk_off", "talk_needs_answer"].includes(obstacle.failure.code)) onChanged();
  };
  const facts = [
    { icon: Users, text: t("ask.both", { name }) },
    { icon: EyeOff, text: t("ask.sound_first") },
    { icon: ShieldCheck, text: t(isDirect ? "ask.direct" : "ask.hidden") },
  ];
  return (
    <>
      <ul className="mb-5 grid gap-3.5">
        {facts.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-start gap-3">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-ink" />
            <span>{text}</span>
          </li>
        ))}
        <li className="flex items-start gap-3">
          <Wallet aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-ink" />
          <Price count={count} />
        </li>
      </ul>
      <MediaNote problem={problem} device="microphone" />
      <FormError failure={failure} />
      {failure === null ? null : (
        <div className="mb-4 flex flex-wrap gap-2 empty:hidden">
          <Remedy code={failure.code} back={pathname} />
        </div>
      )}
      <Button wide pending={pending} onClick={() => void send()}>
        <Phone aria-hidden className="size-5 shrink-0" />
        {t("ask.do", { name })}
      </Button>
      <p role="status" className="mt-2 min-h-6 text-center text-muted text-sm">
        {pending ? t("ask.microphone") : null}
      </p>
    </>
  );
}

function Price({ count }: { count: number }) {
  const t = useTexts("talks");
  const balance = useMember()?.credits ?? 0;
  if (count === 0) return <span>{t("price.free")}</span>;
  return (
    <span>
      {t("price.minute", { count })} {t("price.balance", { count: balance })}
    </span>
  );
}
