import { Link } from "react-router";
import type { Writing } from "#contract/chat.ts";
import type { Card } from "#contract/profiles.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { SmallestBundle } from "#web/member-parts/smallest-bundle.tsx";
import { type Silence, silences, useWhySilent } from "#web/member-parts/use-why-silent.ts";
import { MessagePrice } from "./message-price.tsx";

type Props = {
  member: Pick<Card, "id" | "fictional" | "automatic">;
  writing: Writing;
  begins?: boolean;
  className?: string;
};

/** What a message to a member needs, before the tap that leads to the chat: its price, or why none can be sent. */
export function WriteNeeds({ member, writing, begins = true, className = "" }: Props) {
  const likes = useTexts("likes");
  const wishes = useTexts("first-messages.unmet");
  const chat = `/members/${member.id}/chat`;
  const silence = useWhySilent({ begins });
  if (silence !== null) return <Silent {...{ silence, className }} />;
  if (writing === "open") return <MessagePrice member={member} className={className} />;
  return (
    <p className={`text-muted text-sm ${className}`}>
      {writing === "closed" ? likes("closed") : null}
      {writing === "outside" ? (
        <Link to={chat} className="link -my-2 inline-block py-2">
          {wishes("title")}
        </Link>
      ) : null}
      {writing === "none_left" ? <NoneLeft /> : null}
    </p>
  );
}

function Silent({ silence, className }: { silence: Silence; className: string }) {
  const t = useTexts("chat.silent");
  return (
    <p className={`text-muted text-sm ${className}`}>
      {t(silence)}{" "}
      <Link to={silences[silence]} className="link -my-2 inline-block py-2">
        {t(`${silence}_link`)}
      </Link>
    </p>
  );
}

/** The viewer may start no more conversations before they buy credits; the button beside it leads there. */
function NoneLeft() {
  const t = useTexts("members");
  const words = useTexts("chat.first");
  const balance = useMember()?.credits ?? 0;
  return (
    <>
      {t("profile.none_left")} {balance > 0 ? `${words("none_left_credits", { count: balance })} ` : null}
      <SmallestBundle className="" />
    </>
  );
}
