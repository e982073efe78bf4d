import { useState } from "react";
import { useRevalidator } from "react-router";
import { objectionLength, staffGrounds } from "#contract/decisions.ts";
import { type Measure, measureDays, memberMeasures, timedMeasures } from "#contract/sanctions.ts";
import { type MemberFile, sanctionMember } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { Section } from "./section.tsx";

const standardDays = 7;
const pauseDays = 30;

/** Warns, mutes, suspends or bans a member; they get the ground and the words by a mail. */
export function MeasureForm({ member: { id, version } }: { member: MemberFile["member"] }) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const decisions = useTexts("decisions");
  const transactions = useTexts("transactions");
  const { run, pending, failure } = useCall(sanctionMember);
  const { revalidate } = useRevalidator();
  const [measure, setMeasure] = useState<Measure>("warned");
  return (
    <Section title={t("measure.title")}>
      <CallForm
        failure={failure}
        onSubmit={async ({ ground, days, words = "" }) => {
          const chosen = staffGrounds.find((each) => each === ground);
          const length = measureDays.find((each) => String(each) === days) ?? standardDays;
          // without a ground the server names the field
          const body = { id, version, measure, days: length, ground: chosen ?? ("" as "other"), words };
          if (await run({ body })) await revalidate();
        }}
      >
        <SelectField
          name="measure"
          label={t("measure.choose")}
          value={measure}
          onChange={({ target }) => setMeasure(memberMeasures.find((each) => each === target.value) ?? "warned")}
          options={memberMeasures.map((value) => ({ value, label: t(`measure.${value}`) }))}
        />
        {timedMeasures.includes(measure) ? (
          <SelectField
            name="days"
            label={t("measure.days")}
            key={measure}
            defaultValue={String(measure === "reports_paused" ? pauseDays : standardDays)}
            options={measureDays.map((days) => ({
              value: String(days),
              label: transactions("spending.days", { count: days }),
            }))}
          />
        ) : null}
        <SelectField
          name="ground"
          label={t("measure.ground")}
          empty={t("measure.no_ground")}
          options={staffGrounds.map((value) => ({ value, label: decisions(`ground.${value}`) }))}
        />
        <TextArea name="words" label={staff("queue.words")} maxLength={objectionLength} />
        <Button type="submit" look={measure === "warned" ? "primary" : "danger"} pending={pending}>
          {t(`measure.do_${measure}`)}
        </Button>
      </CallForm>
    </Section>
  );
}
