import { noticePlaceLength } from "#contract/content-notices.ts";
import { nameReported } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";

/** Lets staff name the member of a notice that names none, so that they can take measures. */
export function NameMember({ id, onNamed }: { id: string; onNamed(): void }) {
  const t = useTexts("staff");
  const { run, pending, failure } = useCall(nameReported);
  return (
    <CallForm failure={failure} className="mt-2" onSubmit={({ place = "" }) => run({ body: { id, place } }, onNamed)}>
      <TextField
        name="place"
        label={t("reports.name_member")}
        note={t("reports.name_member_note")}
        maxLength={noticePlaceLength}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <Button type="submit" look="outline" pending={pending}>
        {t("reports.name_member_do")}
      </Button>
    </CallForm>
  );
}
