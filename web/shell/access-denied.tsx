import { Lock, type LucideIcon, MessageCircleX, UserRoundX } from "lucide-react";
import { settingPath } from "#contract/setting-sections.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";

/** After blocking a member the pressed button is gone, so the focus moves to the heading. */
function takeFreeFocus(heading: HTMLHeadingElement | null): void {
  if (heading === null || document.activeElement !== document.body) return;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

const icons: Partial<Record<string, LucideIcon>> = {
  profile_not_found: UserRoundX,
  conversation_not_found: MessageCircleX,
};

type Props = { title: string; text: string | undefined; code: string };

export default function AccessDenied({ title, text, code }: Props) {
  const t = useTexts("shell");
  const isChatGone = code === "conversation_not_found";
  const Icon = icons[code] ?? Lock;
  return (
    <div className="container status-page">
      <PageTitle title={title} />
      <span className="status-icon">
        <Icon aria-hidden className="size-8" />
      </span>
      <h1 ref={takeFreeFocus} tabIndex={-1} className="mt-5 max-w-xl text-2xl outline-none md:text-3xl">
        {title}
      </h1>
      {text === undefined ? null : <p className="mt-3 max-w-md text-muted">{text}</p>}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {code === "blocked_by_you" ? (
          <ButtonLink to={settingPath("blocked")}>{t("error.to_blocked")}</ButtonLink>
        ) : null}
        {isChatGone ? <ButtonLink to="/chats">{t("error.to_chats")}</ButtonLink> : null}
        <ButtonLink to="/members" look={code === "blocked_by_you" || isChatGone ? "outline" : "primary"}>
          {t("nav.members")}
        </ButtonLink>
        {code === "profile_not_found" ? <OutlineLink to="/">{t("error.home")}</OutlineLink> : null}
      </div>
    </div>
  );
}
