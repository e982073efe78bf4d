import { Hourglass, IdCard, MessageCircleOff } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { ClosedChat } from "#contract/answer-promise.ts";
import { silentDays } from "#contract/constants.ts";
import { creditsPath } from "#web/credits/return-to.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { SmallestBundle } from "#web/member-parts/smallest-bundle.tsx";
import { type Silence, silences } from "#web/member-parts/use-why-silent.ts";
import { Button, ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { MoreInfo } from "#web/ui/more-info.tsx";
import { useCreditWords } from "./gifts/price.ts";
import { agreeTo } from "./promise/agreed.ts";
import { useSavedDraft } from "./use-draft.ts";

type Pair = { viewer: string; partner: string };
type Props = Pair & { icon: ReactNode; title: string; actions: ReactNode; children?: ReactNode };

/** Replaces the field if the member can't write now, so that they know before they write. Their draft is kept. */
export function CannotWrite({ viewer, partner, icon, title, actions, children }: Props) {
  const t = useTexts("chat");
  const hasDraft = useSavedDraft(viewer, partner) !== "";
  return (
    <div className="composer">
      <div
        role="alert"
        className="mb-1.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-tint px-4 py-3"
      >
        <div className="flex min-w-0 items-start gap-2.5">
          <span aria-hidden className="mt-0.5 shrink-0 text-primary-ink">
            {icon}
          </span>
          <div className="min-w-0 max-w-xl">
            <p className="font-semibold">{title}</p>
            {children}
            {hasDraft ? <p className="text-muted text-sm">{t("first.draft_kept")}</p> : null}
          </div>
        </div>
        <div className="flex flex-wrap gap-2.5">{actions}</div>
      </div>
    </div>
  );
}

/** Replaces the field until the member has proved to be an adult, on a site that asks for it. */
export function AgeRequired(pair: Pair) {
  const t = useTexts("age");
  return (
    <CannotWrite
      {...pair}
      icon={<IdCard className="size-5" />}
      title={t("title")}
      actions={<ButtonLink to="/profile#age">{t("go")}</ButtonLink>}
    >
      <p>{t("intro")}</p>
    </CannotWrite>
  );
}

/** Replaces the field as long as the member may not write, to anyone or to anyone new. */
export function Silent({ silence, ...pair }: Pair & { silence: Silence }) {
  const t = useTexts("chat");
  return (
    <CannotWrite
      {...pair}
      icon={<MessageCircleOff className="size-5" />}
      title={t(`silent.${silence}`)}
      actions={<OutlineLink to={silences[silence]}>{t(`silent.${silence}_link`)}</OutlineLink>}
    />
  );
}

/** Replaces the field in a chat that was closed by a "No, thanks", with the sentence that was chosen. */
export function Closed({ name, closed, ...pair }: Pair & { name: string; closed: ClosedChat }) {
  const t = useTexts("answer-promise");
  const shell = useTexts("shell");
  return (
    <CannotWrite
      {...pair}
      icon={<MessageCircleOff className="size-5" />}
      title={t(closed.by_me ? "closed.by_me" : "closed.by_them", { name })}
      actions={<OutlineLink to="/members">{shell("nav.members")}</OutlineLink>}
    >
      <p>{t(`reason.${closed.reason}`)}</p>
    </CannotWrite>
  );
}

/** The member may begin no more conversations. It says what credits cost, and what they can still use theirs for. */
export function LimitReached(pair: Pair) {
  const t = useTexts("chat");
  const { pathname } = useLocation();
  const balance = useMember()?.credits ?? 0;
  const { message_credits: price } = useSettings();
  const words = useCreditWords();
  return (
    <CannotWrite
      {...pair}
      icon={<MessageCircleOff className="size-5" />}
      title={t("first.none_left")}
      actions={
        <>
          <ButtonLink to={creditsPath(pathname)}>{t("composer.get_credits")}</ButtonLink>
          {balance > 0 ? <OutlineLink to="/chats">{t("title")}</OutlineLink> : null}
        </>
      }
    >
      <div className="mt-1 flex flex-col gap-1.5">
        <div>
          <SmallestBundle className="block font-semibold" />
          {price === 0 ? null : <p className="text-muted text-sm">{words(price)}</p>}
        </div>
        <MoreInfo line={t("first.none_left_text")}>
          {balance > 0 ? <p className="mb-1.5">{t("first.none_left_credits", { count: balance })}</p> : null}
          <p>{t("first.place_back", { days: silentDays })}</p>
        </MoreInfo>
      </div>
    </CannotWrite>
  );
}

/** Replaces the field if too many first messages wait for an answer: wait as well, or send without the promise. */
export function UsedUp({ waiting, ...pair }: Pair & { waiting: number }) {
  const t = useTexts("answer-promise");
  const chat = useTexts("chat");
  return (
    <CannotWrite
      {...pair}
      icon={<Hourglass className="size-5" />}
      title={t("used_up.title")}
      actions={
        <>
          <Button onClick={() => agreeTo(pair.partner)}>{t("used_up.send")}</Button>
          <OutlineLink to="/chats">{chat("title")}</OutlineLink>
        </>
      }
    >
      <p>{t("used_up.text", { count: waiting })}</p>
    </CannotWrite>
  );
}
