import { SearchX } from "lucide-react";
import { useState } from "react";
import { Form } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import type { findBestMembers, Preferences, WiderPreference } from "#contract/match-finder.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { MemberCard } from "#web/member-parts/member-card.tsx";
import { Button, ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { AnswerLink } from "./answer-link.tsx";
import { highestAge } from "./answers.ts";
import { BeyondMembers } from "./beyond-members.tsx";
import { useAgesWords, useWithinWords } from "./question-fields.tsx";
import { bestPath, composeAddress } from "./questions.ts";
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

/** Shows the best matches. `left`: questions to answer until there are percentages. */
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

const youngest = 18;

type SavedRange = Pick<Preferences, "prefers_min_age" | "prefers_max_age" | "prefers_distance">;

function useDescribeRange() {
  const t = useTexts("match-finder");
  const [range, within] = [useAgesWords(), useWithinWords()];
  const ages = ({ prefers_min_age: from, prefers_max_age: to }: SavedRange) =>
    (from ?? youngest) <= youngest && (to ?? highestAge) >= highestAge
      ? t("wider.any_age")
      : range(from ?? youngest, to ?? highestAge);
  const distance = ({ prefers_distance: kilometres }: SavedRange) => within(kilometres ?? 0);
  return { ages, distance };
}

/** The text of a button: the wider preference and how many members it finds. */
function useDescribeWider(): (wider: WiderPreference) => string {
  const t = useTexts("match-finder");
  const words = useDescribeRange();
  const describeWish = (wider: WiderPreference) => {
    if (wider.wish === "age") return t("wider.ages", { ages: words.ages(wider) });
    return wider.wish === "distance" ? words.distance(wider) : t("wider.both");
  };
  return (wider) => {
    const { count, capped } = wider.total;
    return t(capped ? "wider.show_capped" : "wider.show", { wish: describeWish(wider), count });
  };
}

/** One wider preference. It is a form, so it works without scripts; it sends only what changes. */
function WiderButton({ wider, first }: { wider: WiderPreference; first: boolean }) {
  const describeWider = useDescribeWider();
  const [pending, setPending] = useState(false);
  const { wish, prefers_min_age: min, prefers_max_age: max, prefers_distance: distance } = wider;
  return (
    <Form method="post" action={bestPath} onSubmit={() => setPending(true)}>
      {wish !== "distance" && min !== null ? <input type="hidden" name="min_age" value={min} /> : null}
      {wish !== "distance" && max !== null ? <input type="hidden" name="max_age" value={max} /> : null}
      {wish !== "age" && distance !== null ? <input type="hidden" name="distance" value={distance} /> : null}
      <Button type="submit" look={first ? "primary" : "outline"} pending={pending} wide>
        {describeWider(wider)}
      </Button>
    </Form>
  );
}

/** Which preference excludes all members: one of two, the only one that can be widened, or both together. */
function findFailing(wider: readonly WiderPreference[]): "either" | "age" | "distance" | "both" {
  if (wider.length > 1) return "either";
  return wider[0]?.wish ?? "both";
}

/** Says which preference excludes all; none is widened automatically. */
function NoMatches({ saved, wider }: { saved: SavedRange; wider: readonly WiderPreference[] }) {
  const t = useTexts("match-finder");
  const words = useDescribeRange();
  const format = useFormat();
  const fails = findFailing(wider);
  return (
    <Section title={t("best.none")} heading="text-xl" className="surface-card p-5">
      {wider.length === 0 ? null : (
        <>
          <p className="mt-2">
            {t(`wider.fails_${fails}`, {
              ages: words.ages(saved),
              distance: format.distance(saved.prefers_distance ?? 0),
            })}
          </p>
          <div className="mt-4 flex max-w-md flex-col gap-2.5">
            {wider.map((step, index) => (
              <WiderButton key={step.wish} wider={step} first={index === 0} />
            ))}
          </div>
          <p className="mt-3 text-muted text-sm">{t("wider.saved")}</p>
        </>
      )}
    </Section>
  );
}
