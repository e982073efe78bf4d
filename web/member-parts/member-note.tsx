import { Bot } from "lucide-react";
import type { Card } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { FictionalLabel } from "./fictional-label.tsx";

type Props = {
  member: Pick<Card, "name" | "fictional" | "automatic">;
  className?: string;
  /** The member's label is already above, such as in the header of a chat. */
  labelled?: boolean;
};

/** Says who answers, if it is not the member, and that it costs nothing, before the viewer writes or likes. */
export function MemberNote({ member, className = "", labelled = false }: Props) {
  const { name, fictional, automatic } = member;
  const t = useTexts("members");
  if (!fictional && !automatic) return null;
  return (
    <p className={`rounded-md bg-warning-tint px-3 py-2 text-start text-sm ${className}`}>
      {fictional && !labelled ? <FictionalLabel className="me-2 align-middle" /> : null}
      {automatic ? <Bot aria-hidden className="me-2 inline-block size-4 align-[-0.2em]" /> : null}
      <span className="wrap-anywhere">{t(automatic ? "note.automatic" : "fictional.explanation", { name })}</span>
    </p>
  );
}
