import { PartyPopper, SearchX } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import { composeAddress, matchFinderPath } from "#web/search/match-finder/questions.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Props = { fetching: "no" | "yes" | "failed"; beyond: boolean; onRetry: () => void };

/** The end of the deck, with links to go on. Preferences are widened only if the member chooses so. */
export function DeckEnd({ fetching, beyond, onRetry }: Props) {
  const t = useTexts("swipe");
  if (fetching === "yes") return <Skeleton className="size-full min-h-80" />;
  if (fetching === "failed") {
    return (
      <div className="flex flex-col items-center gap-4">
        <Notice tone="bad">{t("more_failed")}</Notice>
        <Button onClick={onRetry}>{t("retry")}</Button>
      </div>
    );
  }
  if (beyond) {
    return (
      <EmptyState icon={<SearchX aria-hidden className="size-8" />} title={t("narrow.title")} text={t("narrow.text")}>
        <ButtonLink to={composeAddress("age")}>{t("narrow.widen")}</ButtonLink>
        <ButtonLink to="/members" look="outline">
          {t("empty.search")}
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<PartyPopper aria-hidden className="size-8" />} title={t("empty.title")} text={t("empty.text")}>
      <ButtonLink to="/members">{t("empty.search")}</ButtonLink>
      <ButtonLink to={matchFinderPath} look="outline">
        {t("empty.match_finder")}
      </ButtonLink>
    </EmptyState>
  );
}
