import { Coins, MessageCircle } from "lucide-react";
import type { Writing } from "#contract/chat.ts";
import { creditsPath } from "#web/credits/return-to.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";

/** A link to the chat with a member, or to the credits that it needs; `opens`: they have chatted already. */
export function WriteLink({ id, opens, writing }: { id: string; opens: boolean; writing: Writing }) {
  const t = useTexts("members");
  if (writing === "none_left") {
    return (
      <ButtonLink to={creditsPath(`/members/${id}/chat`)} className="min-w-0 grow">
        <Coins aria-hidden className="size-5 shrink-0" />
        <span className="min-w-0">{t("profile.get_credits")}</span>
      </ButtonLink>
    );
  }
  return (
    <ButtonLink to={`/members/${id}/chat`} className="min-w-0 grow">
      <MessageCircle aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0">{t(opens ? "profile.open_chat" : "profile.write")}</span>
    </ButtonLink>
  );
}
