import type { Card } from "#contract/profiles.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFreeWords } from "#web/member-parts/free-words.ts";
import { Dot } from "#web/ui/dot.tsx";
import { useCreditWords } from "./gifts/price.ts";

type Props = { partner: Card; count: number; className: string };

/** What a photo or a voice message costs, in credits and approximately in money, with the balance. */
export function AttachmentPrice({ partner, count, className }: Props) {
  const members = useTexts("members");
  const words = useCreditWords();
  const balance = useMember()?.credits ?? 0;
  const free = useFreeWords(partner);
  if (free !== null) return <p className={`font-semibold text-sm ${className}`}>{free}</p>;
  return (
    <p className={`text-sm ${className}`}>
      <span className="font-semibold">{words(count)}</span>
      <Dot />
      <span className={balance < count ? "font-semibold text-danger-ink" : "text-muted"}>
        {members("profile.balance", { count: balance })}
      </span>
    </p>
  );
}
