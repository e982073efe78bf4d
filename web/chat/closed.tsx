import { MessageCircleOff } from "lucide-react";
import type { ClosedChat } from "#contract/answer-promise.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { CannotWrite } from "./cannot-write.tsx";

type Props = { viewer: string; partner: string; name: string; closed: ClosedChat };

/** Replaces the field in a chat that was closed by a "No, thanks", with the sentence that was chosen. */
export function Closed({ viewer, partner, name, closed }: Props) {
  const t = useTexts("answer-promise");
  const chat = useTexts("chat");
  return (
    <CannotWrite
      viewer={viewer}
      partner={partner}
      icon={<MessageCircleOff className="size-5" />}
      title={t(closed.by_me ? "closed.by_me" : "closed.by_them", { name })}
      actions={
        <ButtonLink to="/members" look="outline">
          {chat("empty.action")}
        </ButtonLink>
      }
    >
      <p>{t(`reason.${closed.reason}`)}</p>
    </CannotWrite>
  );
}
