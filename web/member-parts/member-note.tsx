import { Bot } from "lucide-react";
import type { Card } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { FictionalLabel } from "./fictional-label.tsx";

type Props = {
  member: Pick<Card, "name" | "fictional" | "automatic">;
  className?: string;
  /** The note names no price: the prices around it are not a message's. */
  unpriced?: boolean;
  /** The member's label is already above, such as in the header of a chat. */
  labelled?: boolean;
};

/** Says it before the viewer writes or likes, and that a message still costs credits. Nothing for real members. */
export function MemberNote({ member, className = "", unpriced = false, labelled = false }: Props) {
  const { name, fictional, automatic } = member;
  const t = useTexts("members");
  const { message_credits: count } = useSettings();
  if (!fictional && !automatic) return null;
  const kind = fictional ? "note.fictional" : "note.automatic";
  return (
    <p className={`rounded-md bg-warning-tint px-3 py-2 text-start text-sm ${className}`}>
      {fictional && !labelled ? <FictionalLabel className="me-2 align-middle" /> : null}
      {fictional ? null : <Bot aria-hidden className="me-2 inline-block size-4 align-[-0.2em]" />}
      <span className="wrap-anywhere">
        {count === 0 || unpriced ? t(`${kind}_free`, { name }) : t(kind, { name, count })}
      </span>
    </p>
  );
}
