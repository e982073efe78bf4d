import { useRevalidator } from "react-router";
import { objectionLength } from "#contract/decisions.ts";
import { type MemberFile, restoreMember } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useFormat } from "#web/lib/use-format.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { Section } from "./section.tsx";

type Props = {
  member: MemberFile["member"];
  decisions: NonNullable<MemberFile["safety"]>["decisions"];
};

/** Lifts one of the measures in force against a member, or all; they get a mail. */
export function RestoreForm({ member: { id, version }, decisions }: Props) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const texts = useTexts("decisions");
  const format = useFormat();
  const { run, pending, failure } = useCall(restoreMember);
  const { revalidate } = useRevalidator();
  const standing = decisions.filter((decision) => decision.in_force);
  const hasSeveral = standing.length > 1;
  return (
    <Section title={t("measure.restore_title")}>
      <CallForm
        failure={failure}
        onSubmit={async ({ words = "", decision = "" }) => {
          const body = { id, version, words, ...(decision !== "" && { decision }) };
          if (await run({ body })) await revalidate();
        }}
      >
        {hasSeveral ? (
          <SelectField
            name="decision"
            label={t("measure.which")}
            empty={t("measure.restore")}
            options={standing.map((one) => ({
              value: one.id,
              label: [
                t(`measure.do_${one.decision as "banned"}`),
                ...(one.ground === null ? [] : [texts(`ground.${one.ground}`)]),
                format.date(one.at),
              ].join(" · "),
            }))}
          />
        ) : null}
        <TextArea name="words" label={staff("queue.words")} maxLength={objectionLength} />
        <Button type="submit" look="secondary" pending={pending}>
          {t(hasSeveral ? "measure.lift" : "measure.restore")}
        </Button>
      </CallForm>
    </Section>
  );
}
