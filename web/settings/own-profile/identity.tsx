import type { OwnProfile } from "#contract/profiles.ts";
import { rich, useFormat, useTexts } from "#web/lib/texts.tsx";
import { linkTo } from "#web/ui/text-link.tsx";

type Own = Pick<OwnProfile, "date_of_birth"> & { profile: Pick<OwnProfile["profile"], "name" | "age" | "gender"> };

/** The facts from the signup that can't change: each with the reason, and what to do if it is wrong. */
export function Identity({ own: { profile, date_of_birth } }: { own: Own }) {
  const t = useTexts("profiles");
  const format = useFormat();
  const rows = [
    { field: "name", value: <bdi>{profile.name}</bdi>, why: t("own.name_why") },
    { field: "birth", value: format.calendarDay(date_of_birth), why: t("own.birth_why", { age: profile.age }) },
    { field: "who", value: t(`gender.${profile.gender}`), why: t("own.who_why") },
  ] as const;
  return (
    <>
      <dl>
        {rows.map(({ field, value, why }) => (
          <div key={field} className="border-line border-b py-3 first:pt-0">
            <dt className="text-muted text-sm">{t(`own.${field}`)}</dt>
            <dd className="font-semibold">{value}</dd>
            <dd className="field-note mt-0.5">{why}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm">{rich(t("own.wrong"), { form: linkTo("/complaints") })}</p>
    </>
  );
}
