import { useRevalidator } from "react-router";
import { editFictionalProfile, type FictionalProfile } from "#contract/fictional-profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useFormat } from "#web/lib/use-format.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Fields } from "#web/ui/fields.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { FictionalPhotos } from "./fictional-photos.tsx";

/** A fictional profile with its label, its text, and whether lists show it. */
export function FictionalItem({ site, profile }: { site: string; profile: FictionalProfile }) {
  const t = useTexts("staff-sites");
  const format = useFormat();
  const toast = useToast();
  const { run, pending, failure } = useCall(editFictionalProfile);
  const { revalidate } = useRevalidator();
  const { id, name, date_of_birth: born, country, town, about_me: text, photos, hidden } = profile;
  return (
    <li className="surface-card min-w-0 p-4 md:p-5">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="break-words text-lg">{name}</h2>
        <MemberLabel member={{ fictional: true, automatic: false }} />
      </div>
      <p className="mb-3 text-muted text-sm">
        {format.calendarDay(born)} · {town === "" ? format.country(country) : `${town}, ${format.country(country)}`} ·{" "}
        {t("fictional.photos", { count: photos.length })}
      </p>
      <FictionalPhotos site={site} profile={profile} />
      <CallForm
        failure={failure}
        onSubmit={async ({ about_me = "", hidden: hide }) => {
          if (!(await run({ body: { site, id, about_me, hidden: hide !== undefined } }))) return;
          toast({ title: t("fictional.saved"), tone: "good" });
          await revalidate();
        }}
      >
        <Fields
          of={[
            { kind: "area", name: "about_me", label: t("fictional.about_me"), rows: 2, defaultValue: text },
            { kind: "check", name: "hidden", label: t("fictional.hidden"), defaultChecked: hidden },
          ]}
        />
        <Button type="submit" look="outline" pending={pending} aria-label={t("fictional.save_named", { name })}>
          {t("save")}
        </Button>
      </CallForm>
    </li>
  );
}
