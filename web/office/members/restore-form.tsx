import { useState } from "react";
import { type Ground, objectionLength } from "#contract/decisions.ts";
import { fraudGrounds } from "#contract/fraud-warnings.ts";
import { type MemberFile, restoreMember } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Question } from "#web/office/staff/question.tsx";
import { useReaderNote } from "#web/office/staff/reader-note.ts";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { YourWords } from "#web/office/staff/your-words.tsx";
import { Button } from "#web/ui/button.tsx";
import type { FieldOf } from "#web/ui/fields.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { Section } from "./section.tsx";

type Decided = NonNullable<MemberFile["safety"]>["decisions"][number];
type Standing = Pick<Decided, "decision" | "ground">;
export type Lifting = {
  member: Pick<MemberFile["member"], "id" | "name" | "version" | "language">;
  /** What staff often write, such as that it was a mistake. */
  replies: MemberFile["lift_replies"];
};

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

/** The words to a member whose measure is taken back, with those that staff often write at hand. */
export function useLiftWords(replies: Lifting["replies"], language: string, note?: string) {
  const staff = useTexts("staff");
  const readerNote = useReaderNote();
  const [words, setWords] = useState("");
  const field: FieldOf = {
    kind: "area",
    name: "words",
    label: staff("queue.words"),
    note: readerNote(language, note),
    maxLength: objectionLength,
    value: words,
    onChange: ({ target }) => setWords(target.value),
    required: true,
  };
  const prepared = (
    <p className="mb-3 flex flex-wrap gap-2">
      {replies.map(({ title, text }) => (
        <Button key={title} look="outline" onClick={() => setWords(text)}>
          {title}
        </Button>
      ))}
    </p>
  );
  return { words, field, prepared };
}

/** The name of the button that lifts a measure. */
export function useLiftText() {
  const t = useTexts("staff-members");
  return (decision: Standing["decision"]) => {
    const kind = (["banned", "suspended", "muted", "reports_paused"] as const).find((each) => each === decision);
    return t(kind ? `measure.lift_of_${kind}` : "measure.lift");
  };
}

type LiftProps = Lifting & { lifted: readonly Standing[]; button: string; decision?: string };

/** Lifts one measure, or all without `decision`, once it is asked; the member gets a mail. */
export function LiftForm({ member: { id, name, version, language }, replies, lifted, button, decision }: LiftProps) {
  const t = useTexts("staff-members");
  const toast = useToast();
  const { run, ...state } = useCall(restoreMember);
  const { words, field, prepared } = useLiftWords(replies, language);
  const [asked, setAsked] = useState<((isSure: boolean) => void) | null>(null);
  const settle = (isSure: boolean) => {
    setAsked(null);
    asked?.(isSure);
  };
  return (
    <>
      {prepared}
      <StaffForm
        of={[field]}
        state={state}
        send={async () => {
          const isSure = await new Promise<boolean>((answer) => setAsked(() => answer));
          return isSure ? await run({ body: { id, version, words, ...(decision && { decision }) } }) : null;
        }}
        onDone={() => toast({ title: t("measure.lifted"), text: name, tone: "good" })}
        keeps
        button={button}
        look="secondary"
      />
      {asked === null ? null : (
        <Question
          title={name}
          yes={{ label: button, look: "primary", run: () => settle(true) }}
          onNo={() => settle(false)}
        >
          <LiftEffects lifted={lifted} />
          <div className="mb-5">
            <YourWords words={words} />
          </div>
        </Question>
      )}
    </>
  );
}

type Props = Lifting & { member: MemberFile["member"]; decisions: readonly Decided[] };

/**
 * Lifts all measures in force against a member, each of which it names. Null if there is none, or one alone, which has
 * its form where it was decided.
 */
export function RestoreForm({ member, decisions, replies }: Props) {
  const { banned_at: banned, status, muted_until: muted } = member;
  const t = useTexts("staff-members");
  const texts = useTexts("decisions");
  const format = useFormat();
  const liftText = useLiftText();
  const standing = decisions.filter((decision) => decision.in_force);
  // a ban by a command or a program has no decision
  const isUndecided = banned !== null && standing.every(({ decision }) => decision !== "banned");
  const isInForce = standing.length > 0 || isUndecided || status === "suspended" || muted !== null;
  if (!isInForce || (standing.length === 1 && !isUndecided)) return null;
  const words = (measure: "banned", ground: Ground | null, at: string, until: string | null) =>
    [
      t(`measure.do_${measure}`),
      ground === null ? null : texts(`ground.${ground}`),
      format.date(at),
      until === null ? null : texts("until", { date: format.date(until) }),
    ]
      .filter((part) => part !== null)
      .join(" · ");
  const inForce = standing.map((one) => words(one.decision as "banned", one.ground, one.at, one.until));
  if (isUndecided) inForce.push(words("banned", null, banned, null));
  const lifted = isUndecided ? [...standing, { decision: "banned" as const, ground: null }] : standing;
  return (
    <Section title={t("measure.restore_title")}>
      <ul className="mb-3 list-disc ps-5">
        {inForce.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <LiftForm
        {...{ member, replies, lifted }}
        button={inForce.length > 1 ? t("measure.restore") : isUndecided ? liftText("banned") : t("measure.lift")}
      />
    </Section>
  );
}
