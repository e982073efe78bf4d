import { MessageCircle } from "lucide-react";
import { Link } from "react-router";
import { premiumPath } from "#web/credits/return-to.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";

/** A link to the chat with a member; `opens`: they have chatted already. */
export function WriteLink({ id, opens }: { id: string; opens: boolean }) {
  const t = useTexts("members");
  return (
    <ButtonLink to={`/members/${id}/chat`} className="min-w-0 grow">
      <MessageCircle aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0">{t(opens ? "profile.open_chat" : "profile.write")}</span>
    </ButtonLink>
  );
}

/** Replaces the price if the viewer may start no more conversations, so that they know before writing. */
export function LimitReachedNote({ id }: { id: string }) {
  const t = useTexts("members");
  const chat = useTexts("chat");
  const balance = useMember()?.credits ?? 0;
  return (
    <p className="mt-2 text-center text-muted text-sm md:text-start">
      {t("profile.none_left")} {balance > 0 ? `${chat("first.none_left_credits", { count: balance })} ` : null}
      <Link to={premiumPath(`/members/${id}/chat`)} className="link whitespace-nowrap">
        {t("profile.get_premium")}
      </Link>
    </p>
  );
}
