import { Bot } from "lucide-react";
import type { Card } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { FictionalLabel } from "./fictional-label.tsx";

type Labelled = Pick<Card, "fictional" | "automatic">;

export const isLabelled = ({ fictional, automatic }: Labelled): boolean => fictional || automatic;

/** Says who answers, wherever a member appears: a fictional profile, or a program. Nothing for real members. */
export function MemberLabel({ member, className = "" }: { member: Labelled; className?: string }) {
  // a catalog that each page has
  const t = useTexts("shell");
  if (member.fictional) return <FictionalLabel className={className} />;
  if (!member.automatic) return null;
  return (
    <span className={`automatic-label ${className}`}>
      <Bot aria-hidden className="size-[1.2em] shrink-0" />
      <span className="min-w-0">{t("automatic_label")}</span>
    </span>
  );
}
