import { Check } from "lucide-react";
import type { ListedFact } from "#contract/fact-answers.ts";
import type { Profile } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useFactWords, useFormatHeight } from "#web/profiles/use-fact-words.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Section } from "#web/ui/section.tsx";

/** The member's facts and looks, a few words each; the site decides which fields are shown. */
export function Facts({ profile }: { profile: Profile }) {
  const t = useTexts("members");
  const names = useTexts("profiles");
  const factTexts = useTexts("facts");
  const words = useFactWords();
  const format = useFormat();
  const formatHeight = useFormatHeight();
  const { visible_profile_fields: visible } = useSettings();
  const { gender, sexuality, relationship_status, body_type, hair_color, eye_color, tattoos } = profile;
  const wordsOf = (fact: ListedFact) => format.list([profile[fact] ?? []].flat().map((code) => words(fact, code)));
  const looks = [
    ["sexuality", sexuality && visible.includes("sexuality") ? names(`sexuality.${sexuality}`) : null],
    ["relationship_status", relationship_status && names(`relationship_status.${relationship_status}`, { gender })],
    ["body_type", body_type && names(`body_type.${body_type}`)],
    ["hair_color", hair_color && names(`hair_color.${hair_color}`)],
    ["eye_color", eye_color && names(`eye_color.${eye_color}`)],
    ["tattoos", tattoos && names(`tattoos.${tattoos}`)],
  ] as const;
  const deciding = (
    ["goals", "children", "wants_children", "smoking", "drinking", "education", "languages"] as const
  ).map((fact) => [factTexts(`field.${fact}`), wordsOf(fact)] as const);
  const rows = [
    ...deciding,
    [factTexts("field.height"), profile.height && formatHeight(profile.height)] as const,
    ...looks.map(([field, value]) => [names(`field.${field}`), value] as const),
  ].filter(([, value]) => value);
  if (rows.length === 0) return null;
  return (
    <Section title={t("profile.details")} heading="text-xl" className="mt-8">
      <dl className="mt-3 grid gap-x-6 sm:grid-cols-2">
        {rows.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 border-line border-b py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium first-letter:uppercase">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** The interests, those shared with the viewer first. */
export function Interests({ interests, mine }: { interests: Profile["interests"]; mine: Profile["interests"] }) {
  const t = useTexts("members");
  const names = useTexts("profiles");
  const { sortByName } = useFormat();
  if (interests.length === 0) return null;
  const sortedInterests = sortByName(
    interests.map((code) => ({ code, name: names(`interest.${code}`), shared: mine.includes(code) })),
    ({ name }) => name,
  ).sort((a, b) => Number(b.shared) - Number(a.shared));
  const sharedCount = sortedInterests.filter((interest) => interest.shared).length;
  return (
    <section aria-labelledby="interests" className="mt-8">
      <h2 id="interests" className="text-xl">
        {t("filter.interests")}
        {sharedCount > 0 ? (
          <span className="ms-2 font-medium text-base text-primary-ink">
            {t("profile.in_common", { count: sharedCount })}
          </span>
        ) : null}
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {sortedInterests.map((interest) => (
          <li key={interest.code}>
            {interest.shared ? (
              <Chip tone="tint" icon={<Check aria-hidden className="size-4" />}>
                {interest.name}
                <span className="sr-only">({t("profile.shared")})</span>
              </Chip>
            ) : (
              <Chip>{interest.name}</Chip>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
