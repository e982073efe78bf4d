import { useState } from "react";
import { objectionLength, staffGrounds } from "#contract/decisions.ts";
import { type Measure, measureDays, memberMeasures, timedMeasures } from "#contract/sanctions.ts";
import { type FoundMember, type MemberFile, sanctionMember, sanctionMembers } from "#contract/staff-members.ts";
import { formatSums } from "#web/lib/format-sums.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { BanEffects } from "#web/office/staff/ban-effects.tsx";
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

type ChosenMeasure = ReturnType<typeof readMeasure>;

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
export function MeasureForm({
  member: { id, name, version, status },
  unspent,
}: Pick<MemberFile, "member" | "unspent">) {
  const t = useTexts("staff-members");
  const shell = useTexts("shell");
  const { run, ...state } = useCall(sanctionMember);
  const { measure, fields } = useMeasure(status === "deleted" ? ["banned"] : memberMeasures);
  const [asked, setAsked] = useState<{ chosen: ChosenMeasure; answer: (isSure: boolean) => void } | null>(null);
  const settle = (isSure: boolean) => {
    setAsked(null);
    asked?.answer(isSure);
  };
  const sum = formatSums(useFormat(), unspent);
  const refund = choice("refund", t("measure.refund"), [
    { value: "yes", label: t("measure.refund_yes", { sum }) },
    { value: "no", label: t("measure.refund_no", { sum }) },
  ]);
  return (
    <>
      <StaffForm
        of={[...fields, measure === "banned" && sum !== "" && refund]}
        state={state}
        send={async (typed) => {
          const chosen = readMeasure(typed);
          // what lacks something is refused without a question
          const asks =
            chosen.measure === "banned" && chosen.words.trim() !== "" && staffGrounds.includes(chosen.ground);
          const isSure = !asks || (await new Promise<boolean>((answer) => setAsked({ chosen, answer })));
          return isSure ? await run({ body: { id, version, ...chosen } }) : null;
        }}
        keeps
        button={t(`measure.do_${measure}`)}
        look={measure === "warned" ? "primary" : "danger"}
      />
      {asked === null ? null : (
        <Question
          title={name}
          yes={{ label: t("measure.do_banned"), look: "danger", run: () => settle(true) }}
          no={{ label: shell("cancel"), run: () => settle(false) }}
        >
          <div className="mb-5 space-y-3">
            <BanEffects members={[id]} ground={asked.chosen.ground} refund={asked.chosen.refund} />
          </div>
        </Question>
      )}
    </>
  );
}

type Props = { members: readonly FoundMember[]; onDone: (answer: { taken: number; left_out: string[] }) => void };

/** Takes one measure against all chosen members, after asking once; each gets a mail with the ground and the words. */
export function MeasureMany({ members, onDone }: Props) {
  const t = useTexts("staff-members");
  const shell = useTexts("shell");
  const { run, pending, failure } = useCall(sanctionMembers);
  const { measure, fields } = useMeasure();
  const [asked, setAsked] = useState<ChosenMeasure | null>(null);
  const count = members.length;
  const act = async (chosen: ChosenMeasure) => {
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
          {asked.measure === "banned" ? (
            <div className="mb-5 space-y-3">
              <BanEffects members={members.map(({ id }) => id)} ground={asked.ground} />
            </div>
          ) : null}
        </Question>
      )}
    </Section>
  );
}
