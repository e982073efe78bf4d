import { type Ground, objectionLength } from "#contract/decisions.ts";
import { type MemberFile, restoreMember } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { choice } from "#web/ui/fields.tsx";
import { Section } from "./section.tsx";

type Props = { member: MemberFile["member"]; decisions: NonNullable<MemberFile["safety"]>["decisions"] };

/** Lifts one of the measures in force against a member, or all; they get a mail. */
export function RestoreForm({ member, decisions }: Props) {
  const { id, version, banned_at: banned } = member;
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const texts = useTexts("decisions");
  const format = useFormat();
  const { run, ...state } = useCall(restoreMember);
  const standing = decisions.filter((decision) => decision.in_force);
  const hasSeveral = standing.length > 1;
  const words = (measure: "banned", ground: Ground | null, at: string, until: string | null) =>
    [
      t(`measure.do_${measure}`),
      ground === null ? null : texts(`ground.${ground}`),
      format.date(at),
      until === null ? null : texts("until", { date: format.date(until) }),
    ]
      .filter((part) => part !== null)
      .join(" · ");
  // a ban by a command or a program has no decision
  const inForce = standing.map((one) => words(one.decision as "banned", one.ground, one.at, one.until));
  if (inForce.length === 0 && banned !== null) inForce.push(words("banned", null, banned, null));
  return (
    <Section title={t("measure.restore_title")}>
      {hasSeveral
        ? null
        : inForce.map((line) => (
            <p key={line} className="mb-3">
              {line}
            </p>
          ))}
      <StaffForm
        of={[
          hasSeveral &&
            choice(
              "decision",
              t("measure.which"),
              standing.map((one) => ({
                value: one.id,
                label: words(one.decision as "banned", one.ground, one.at, one.until),
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
