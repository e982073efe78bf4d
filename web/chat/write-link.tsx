import { MessageCircle } from "lucide-react";
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
