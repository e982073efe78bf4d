import { useState } from "react";
import { objectionLength, staffGrounds } from "#contract/decisions.ts";
import { type Measure, measureDays, memberMeasures, timedMeasures } from "#contract/sanctions.ts";
import { type FoundMember, type MemberFile, sanctionMember, sanctionMembers } from "#contract/staff-members.ts";
import { formatSums } from "#web/lib/format-sums.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Question } from "#web/office/staff/question.tsx";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";
import { Section } from "./section.tsx";

const standardDays = 7;
const pauseDays = 30;

export function readMeasure(fields: Readonly<Record<string, string | undefined>>) {
  const { measure, ground, days, words = "", refund } = fields;
  return {
    measure: memberMeasures.find((each) => each === measure) ?? "warned",
    days: measureDays.find((each) => String(each) === days) ?? standardDays,
    // without a ground the server names the field
    ground: staffGrounds.find((each) => each === ground) ?? ("" as "other"),
    words,
    // without the field there is nothing to refund
    ...(refund !== undefined && { refund: refund === "yes" }),
  };
}

/** The fields of a measure: which one, how long, why, and the words for the member; the mildest first. */
export function useMeasure(offered: readonly Measure[] = memberMeasures) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const decisions = useTexts("decisions");
  const transactions = useTexts("transactions");
  const [measure, setMeasure] = useState<Measure>(offered[0] ?? "warned");
  const lengths = optionsOf(measureDays.map(String), (days) => transactions("spending.days", { count: Number(days) }));
  const measures = optionsOf(offered, (value) => t(`measure.${value}`));
  const grounds = optionsOf(staffGrounds, (value) => decisions(`ground.${value}`));
  const fields = [
    choice("measure", t("measure.choose"), measures, {
      value: measure,
      onChange: ({ target }) => setMeasure(memberMeasures.find((each) => each === target.value) ?? "warned"),
    }),
    timedMeasures.includes(measure) &&
      choice("days", t("measure.days"), lengths, {
        key: measure,
        defaultValue: String(measure === "reports_paused" ? pauseDays : standardDays),
      }),
    choice("ground", t("measure.ground"), grounds, { empty: t("measure.no_ground") }),
    { kind: "area", name: "words", label: staff("queue.words"), maxLength: objectionLength } as const,
  ];
  return { measure, fields };
}

/**
 * Warns, mutes, suspends or bans a member; they get the ground and the words by a mail. A deleted account can only be
 * banned.
 */
export function MeasureForm({ member: { id, version, status }, unspent }: Pick<MemberFile, "member" | "unspent">) {
  const t = useTexts("staff-members");
  const { run, ...state } = useCall(sanctionMember);
  const { measure, fields } = useMeasure(status === "deleted" ? ["banned"] : memberMeasures);
  const sum = formatSums(useFormat(), unspent);
  const refund = choice("refund", t("measure.refund"), [
    { value: "yes", label: t("measure.refund_yes", { sum }) },
    { value: "no", label: t("measure.refund_no", { sum }) },
  ]);
  return (
    <Section title={t("measure.title")}>
      <StaffForm
        of={[...fields, measure === "banned" && sum !== "" && refund]}
        state={state}
        send={(typed) => run({ body: { id, version, ...readMeasure(typed) } })}
        keeps
        button={t(`measure.do_${measure}`)}
        look={measure === "warned" ? "primary" : "danger"}
      />
    </Section>
  );
}

type Props = { members: readonly FoundMember[]; onDone: (answer: { taken: number; left_out: string[] }) => void };

/** Takes one measure against all chosen members, after asking once; each gets a mail with the ground and the words. */
export function MeasureMany({ members, onDone }: Props) {
  const t = useTexts("staff-members");
  const shell = useTexts("shell");
  const { run, pending, failure } = useCall(sanctionMembers);
  const { measure, fields } = useMeasure();
  const [asked, setAsked] = useState<ReturnType<typeof readMeasure> | null>(null);
  const count = members.length;
  const act = async (chosen: ReturnType<typeof readMeasure>) => {
    setAsked(null);
    const body = { ...chosen, members: members.map(({ id, version }) => ({ id, version })) };
    const answer = await run({ body });
    if (answer) onDone(answer);
  };
  return (
    <Section title={t("many.title", { count })}>
      <CallForm failure={failure} onSubmit={(fields) => setAsked(readMeasure(fields))}>
        <Fields of={fields} />
        <Button type="submit" look={measure === "warned" ? "primary" : "danger"} pending={pending}>
          {t(`measure.do_${measure}`)}
        </Button>
      </CallForm>
      {asked === null ? null : (
        <Question
          title={t("many.title", { count })}
          yes={{
            label: t(`measure.do_${asked.measure}`),
            look: asked.measure === "warned" ? "primary" : "danger",
            run: () => void act(asked),
          }}
          no={{ label: shell("cancel"), run: () => setAsked(null) }}
        >
          <p className="mb-2 font-semibold">{t(`measure.${asked.measure}`)}</p>
          <p className="mb-5">{t("many.sure", { count })}</p>
        </Question>
      )}
    </Section>
  );
}
