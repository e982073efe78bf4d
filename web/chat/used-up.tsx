import { Hourglass } from "lucide-react";
import { agreeTo } from "#web/chat/promise/agreed.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CannotWrite } from "./cannot-write.tsx";

type Props = { viewer: string; partner: string; waiting: number };

/** Replaces the field if too many first messages wait for an answer: wait as well, or send without the promise. */
export function UsedUp({ viewer, partner, waiting }: Props) {
  const t = useTexts("answer-promise");
  const chat = useTexts("chat");
  return (
    <CannotWrite
      viewer={viewer}
      partner={partner}
      icon={<Hourglass className="size-5" />}
      title={t("used_up.title")}
      actions={
        <>
          <Button onClick={() => agreeTo(partner)}>{t("used_up.send")}</Button>
          <ButtonLink to="/chats" look="outline">
            {chat("title")}
          </ButtonLink>
        </>
      }
    >
      <p>{t("used_up.text", { count: waiting })}</p>
    </CannotWrite>
  );
}
