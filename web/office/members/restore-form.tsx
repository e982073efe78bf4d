import { objectionLength } from "#contract/decisions.ts";
import { type MemberFile, restoreMember } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { choice } from "#web/ui/fields.tsx";
import { Section } from "./section.tsx";

type Props = { member: MemberFile["member"]; decisions: NonNullable<MemberFile["safety"]>["decisions"] };

/** Lifts one of the measures in force against a member, or all; they get a mail. */
export function RestoreForm({ member: { id, version }, decisions }: Props) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const texts = useTexts("decisions");
  const format = useFormat();
  const { run, ...state } = useCall(restoreMember);
  const standing = decisions.filter((decision) => decision.in_force);
  const hasSeveral = standing.length > 1;
  return (
    <Section title={t("measure.restore_title")}>
      <StaffForm
        of={[
          hasSeveral &&
            choice(
              "decision",
              t("measure.which"),
              standing.map((one) => ({
                value: one.id,
                label: [
                  t(`measure.do_${one.decision as "banned"}`),
                  ...(one.ground === null ? [] : [texts(`ground.${one.ground}`)]),
                  format.date(one.at),
                ].join(" · "),
              })),
              { empty: t("measure.restore") },
            ),
          { kind: "area", name: "words", label: staff("queue.words"), maxLength: objectionLength },
        ]}
        state={state}
        send={({ words = "", decision = "" }) =>
          run({ body: { id, version, words, ...(decision !== "" && { decision }) } })
        }
        keeps
        button={t(hasSeveral ? "measure.lift" : "measure.restore")}
        look="secondary"
      />
    </Section>
  );
}
