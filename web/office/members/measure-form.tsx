import { type MemberFile, sanctionMember } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { readMeasure, useMeasure } from "./measure-fields.tsx";
import { Section } from "./section.tsx";

/** Warns, mutes, suspends or bans a member; they get the ground and the words by a mail. */
export function MeasureForm({ member: { id, version } }: { member: MemberFile["member"] }) {
  const t = useTexts("staff-members");
  const { run, ...state } = useCall(sanctionMember);
  const { measure, fields } = useMeasure();
  return (
    <Section title={t("measure.title")}>
      <StaffForm
        of={fields}
        state={state}
        send={(typed) => run({ body: { id, version, ...readMeasure(typed) } })}
        keeps
        button={t(`measure.do_${measure}`)}
        look={measure === "warned" ? "primary" : "danger"}
      />
    </Section>
  );
}
