import { ArrowRight, CircleCheck } from "lucide-react";
import type { OwnProfile } from "#contract/profiles.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";

type Part = OwnProfile["completeness"]["missing"][number];

const sectionIds: Readonly<Record<Part, string>> = {
  photo: "photos",
  about_me: "about",
  city: "home",
  interests: "interests",
  preferences: "preferences",
  questions: "questions",
  relationship_status: "details",
  body_type: "details",
  hair_color: "details",
  eye_color: "details",
  tattoos: "details",
};

function focusSection(place: string): void {
  const section = document.getElementById(place)?.closest("section");
  section?.scrollIntoView({ block: "start" });
  section
    ?.querySelector<HTMLElement>("textarea, input:not([type=hidden]), select, button, a")
    ?.focus({ preventScroll: true });
}

/** The most useful next step, with its benefit: only benefits that the product really has. */
export function Completeness({ completeness: { percentage, missing } }: Pick<OwnProfile, "completeness">) {
  const t = useTexts("profiles");
  const format = useFormat();
  const [next] = missing;
  return (
    <section aria-labelledby="completeness" className="surface-card p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="completeness" className="text-lg">
          {t("complete.title")}
        </h2>
        <p className="font-bold text-lg tabular-nums">{t("complete.percent", { number: format.number(percentage) })}</p>
      </div>
      <progress className="completeness" max={100} value={percentage} aria-labelledby="completeness" />
      {next === undefined ? (
        <p className="mt-3 flex items-start gap-2.5">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-secondary-ink" />
          {t("complete.done")}
        </p>
      ) : (
        <>
          <a
            href={`#${sectionIds[next]}`}
            className="button button-outline mt-3"
            onClick={(event) => {
              event.preventDefault();
              focusSection(sectionIds[next]);
            }}
          >
            {t(`complete.${next}`)}
            <ArrowRight aria-hidden className="size-4 shrink-0" />
          </a>
          {/* "it" in this text is what the button names */}
          <p className="mt-2 text-muted">{t(`complete.${next}_text`)}</p>
        </>
      )}
    </section>
  );
}
