import { useState } from "react";
import { type Ground, objectionLength } from "#contract/decisions.ts";
import { fraudGrounds } from "#contract/fraud-warnings.ts";
import { type MemberFile, restoreMember } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Question } from "#web/office/staff/question.tsx";
import { StaffForm, type Typed } from "#web/office/staff/staff-form.tsx";
import { choice } from "#web/ui/fields.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { Section } from "./section.tsx";

type Props = { member: MemberFile["member"]; decisions: NonNullable<MemberFile["safety"]>["decisions"] };

type Standing = Pick<Props["decisions"][number], "decision" | "ground">;

/** What follows if these measures are lifted: the emails, and what the member can do again. */
function LiftEffects({ lifted }: { lifted: readonly Standing[] }) {
  const t = useTexts("staff-members");
  const isLifted = (...kinds: Standing["decision"][]) => lifted.some(({ decision }) => kinds.includes(decision));
  const isOfFraud = lifted.some(
    ({ decision, ground }) => decision === "banned" && fraudGrounds.some((each) => each === ground),
  );
  return (
    <ul className="mb-5 list-disc space-y-1 ps-5">
      <li>{t("measure.lift_told")}</li>
      {isLifted("banned", "suspended") ? <li>{t("measure.lift_open")}</li> : null}
      {isLifted("muted") ? <li>{t("measure.lift_muted")}</li> : null}
      {isLifted("reports_paused") ? <li>{t("measure.lift_reports")}</li> : null}
      {isOfFraud ? <li>{t("measure.lift_warned")}</li> : null}
      {isLifted("banned") ? <li>{t("measure.lift_money")}</li> : null}
    </ul>
  );
}

/** Lifts one of the measures in force against a member, or all, once it is asked; they get a mail. */
export function RestoreForm({ member, decisions }: Props) {
  const { id, name, version, banned_at: banned } = member;
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const texts = useTexts("decisions");
  const format = useFormat();
  const shell = useTexts("shell");
  const toast = useToast();
  const { run, ...state } = useCall(restoreMember);
  const [asked, setAsked] = useState<{ typed: Typed; answer: (isSure: boolean) => void } | null>(null);
  const settle = (isSure: boolean) => {
    setAsked(null);
    asked?.answer(isSure);
  };
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
  const chosen = standing.filter((one) => (asked?.typed.decision ?? "") === "" || one.id === asked?.typed.decision);
  const isWithoutDecision = standing.length === 0 && banned !== null;
  const lift = t(hasSeveral ? "measure.lift" : "measure.restore");
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
        send={async (typed) => {
          const { words = "", decision = "" } = typed;
          // what lacks words is refused without a question
          const isSure = words.trim() === "" || (await new Promise<boolean>((answer) => setAsked({ typed, answer })));
          return isSure ? await run({ body: { id, version, words, ...(decision !== "" && { decision }) } }) : null;
        }}
        onDone={() => toast({ title: t("measure.lifted"), text: name, tone: "good" })}
        keeps
        button={lift}
        look="secondary"
      />
      {asked === null ? null : (
        <Question
          title={name}
          yes={{ label: lift, look: "primary", run: () => settle(true) }}
          no={{ label: shell("cancel"), run: () => settle(false) }}
        >
          <LiftEffects lifted={isWithoutDecision ? [{ decision: "banned", ground: null }] : chosen} />
        </Question>
      )}
    </Section>
  );
}
