import { useRevalidator } from "react-router";
import { type MemberFile, sanctionMember } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { MeasureFields, readMeasure, useMeasure } from "./measure-fields.tsx";
import { Section } from "./section.tsx";

/** Warns, mutes, suspends or bans a member; they get the ground and the words by a mail. */
export function MeasureForm({ member: { id, version } }: { member: MemberFile["member"] }) {
  const t = useTexts("staff-members");
  const { run, pending, failure } = useCall(sanctionMember);
  const { revalidate } = useRevalidator();
  const [measure, setMeasure] = useMeasure();
  return (
    <Section title={t("measure.title")}>
      <CallForm
        failure={failure}
        onSubmit={async (fields) => {
          if (await run({ body: { id, version, ...readMeasure(fields) } })) await revalidate();
        }}
      >
        <MeasureFields measure={measure} onChoose={setMeasure} />
        <Button type="submit" look={measure === "warned" ? "primary" : "danger"} pending={pending}>
          {t(`measure.do_${measure}`)}
        </Button>
      </CallForm>
    </Section>
  );
}
