import { HeartOff, SearchX } from "lucide-react";
import type { AnswerOf } from "#contract/call.ts";
import type { findBestMembers, Preferences, WiderPreference } from "#contract/match-finder.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { MemberCard } from "#web/member-parts/member-card.tsx";
import { ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { AnswerLink } from "./answer-link.tsx";
import { BeyondMembers } from "./beyond-members.tsx";
import { NoMatches } from "./no-matches.tsx";
import { composeAddress } from "./questions.ts";
import { Reasons } from "./reasons.tsx";

/** The cards of the first screen; their photos load at once. */
const firstScreen = 4;

type Best = AnswerOf<typeof findBestMembers>["members"];

function NextLinks() {
  const t = useTexts("match-finder");
  return (
    <>
      <ButtonLink to="/members">{t("best.search")}</ButtonLink>
      <OutlineLink to={composeAddress("who")}>{t("best.change")}</OutlineLink>
    </>
  );
}

/** Shown if the member has withdrawn the consent to store who they look for (D11.5): no members can be suggested. */
export function WithoutConsent() {
  const t = useTexts("match-finder");
  const words = useTexts("account");
  return (
    <Screen title={t("title")}>
      <EmptyState
        icon={<HeartOff aria-hidden className="size-8" />}
        title={words("consents.missing")}
        text={words("consents.missing_text")}
      >
        <ButtonLink to="/notifications#consents">{words("consents.give")}</ButtonLink>
      </EmptyState>
    </Screen>
  );
}

function BestCard({ best: { reasons, ...member }, eager }: { best: Best[number]; eager: boolean }) {
  // don't show the distance twice if it is one of the reasons
  const explainsDistance = reasons.some((reason) => reason.code === "distance");
  return (
    <MemberCard member={explainsDistance ? { ...member, distance: null } : member} eager={eager}>
      <Reasons reasons={reasons} />
    </MemberCard>
  );
}

type Props = {
  members: Best;
  /** Wider preferences, if no member meets all of the current ones. */
  wider: readonly WiderPreference[];
  preferences: Preferences;
  left: number;
};

/** D4.4. `left`: questions to answer until there are percentages. */
export function BestMembers({ members, wider, preferences, left }: Props) {
  const t = useTexts("match-finder");
  const words = useTexts("account");
  const withinPreferences = members.filter((member) => !member.beyond);
  const beyond = members.filter((member) => member.beyond);
  if (members.length === 0) {
    return (
      <Screen title={t("title")}>
        <EmptyState
          icon={<SearchX aria-hidden className="size-8" />}
          title={t("best.empty")}
          text={t("best.empty_who", { who: words(`question.seeks_${preferences.seeks ?? "both"}`) })}
        >
          <NextLinks />
        </EmptyState>
      </Screen>
    );
  }
  return (
    <Screen
      title={t("title")}
      heading={t("best.heading")}
      actions={<OutlineLink to={composeAddress("who")}>{t("best.change")}</OutlineLink>}
    >
      <p className="-mt-3 mb-6 text-muted">{t("best.text")}</p>
      <AnswerLink left={left} className="-mt-3 mb-4" />
      {withinPreferences.length === 0 ? (
        <NoMatches saved={preferences} wider={wider} />
      ) : (
        <CardGrid label={t("best.list")}>
          {withinPreferences.map((member, index) => (
            <BestCard key={member.id} best={member} eager={index < firstScreen} />
          ))}
        </CardGrid>
      )}
      <BeyondMembers>
        {beyond.map((member, index) => (
          <BestCard key={member.id} best={member} eager={withinPreferences.length + index < firstScreen} />
        ))}
      </BeyondMembers>
      <p className="mt-8 text-center">
        <ButtonLink to="/members" size="large" look="outline">
          {t("best.search")}
        </ButtonLink>
      </p>
    </Screen>
  );
}
