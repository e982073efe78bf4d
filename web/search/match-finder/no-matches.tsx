import { useState } from "react";
import { Form } from "react-router";
import type { Preferences, WiderPreference } from "#contract/match-finder.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Section } from "#web/ui/section.tsx";
import { highestAge } from "./answers.ts";
import { useAgesWords, useWithinWords } from "./question-fields.tsx";
import { bestPath } from "./questions.ts";

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

/** D4.4: says which preference excludes all; none is widened automatically. */
export function NoMatches({ saved, wider }: { saved: SavedRange; wider: readonly WiderPreference[] }) {
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
