import { Check } from "lucide-react";
import type { MatchReason } from "#contract/match-reasons.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";

function useReasonWords(): (reason: MatchReason) => string {
  const t = useTexts("match-finder");
  const facts = useTexts("facts");
  const format = useFormat();
  return (reason) => {
    switch (reason.code) {
      case "shared_interests":
        return t("reason.shared_interests", { count: reason.count });
      case "distance":
        if (reason.kilometres === 0) return t("reason.same_town");
        return t("reason.distance", { distance: format.distance(reason.kilometres) });
      case "facts":
        return facts("reason", { facts: format.list(reason.facts.map((fact) => facts(`field.${fact}`))) });
      case "goals":
        return t("reason.goals", { goals: format.list(reason.goals.map((goal) => t(`shared_goal.${goal}`))) });
      default:
        return t(`reason.${reason.code}`);
    }
  };
}

/** Says what the two have in common (D4.4). */
export function Reasons({ reasons }: { reasons: readonly MatchReason[] }) {
  const t = useTexts("match-finder");
  const say = useReasonWords();
  if (reasons.length === 0) return null;
  return (
    <ul aria-label={t("best.reasons")} className="flex flex-col gap-1 text-sm">
      {reasons.map((reason) => (
        <li key={reason.code} className="flex items-start gap-1.5">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-secondary-ink" />
          {say(reason)}
        </li>
      ))}
    </ul>
  );
}
