import { objectionLength, staffGrounds } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import type { QueuedReports } from "#contract/office.ts";
import { maxMeasureDays, reportDays } from "#contract/sanctions.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";
import type { ItemProps } from "./queue-page.tsx";
import type { ReportDraft } from "./report-draft.ts";
import { ReportList } from "./report-list.tsx";
import { ReportedMember } from "./reported-member.tsx";
import { SavedReplies } from "./saved-replies.tsx";

const dayAfter = (days: number) => {
  const date = new Date(Date.now() + days * dayMs);
  const padded = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`;
};

/** The rule, the length of a mute or suspension, and the team's own words. */
function DecisionForm({
  item: { replies, urgent },
  draft,
  onChange,
}: Omit<ItemProps<QueuedReports, ReportDraft>, "next">) {
  const { ground, length, until, words, unfounded, authority_told: isTold } = draft;
  const t = useTexts("staff");
  const file = useTexts("staff-members");
  const decisions = useTexts("decisions");
  const transactions = useTexts("transactions");
  return (
    <div className="grid gap-x-4 border-line border-t px-4 pt-4 pb-2 sm:grid-cols-2 md:px-5">
      <SelectField
        name="ground"
        label={file("measure.ground")}
        value={ground}
        onChange={({ target }) => onChange({ ground: staffGrounds.find((each) => each === target.value) ?? "other" })}
        options={staffGrounds.map((value) => ({ value, label: decisions(`ground.${value}`) }))}
      />
      <SelectField
        name="days"
        label={t("reports.length")}
        value={String(length)}
        onChange={({ target }) =>
          onChange({ length: reportDays.find((days) => String(days) === target.value) ?? "date" })
        }
        options={[
          ...reportDays.map((days) => ({
            value: String(days),
            label: transactions("spending.days", { count: days }),
          })),
          { value: "date", label: t("reports.own_date") },
        ]}
      />
      {length === "date" ? (
        <TextField
          name="until"
          type="date"
          label={t("reports.until")}
          min={dayAfter(1)}
          max={dayAfter(maxMeasureDays - 1)}
          value={until}
          onChange={({ target }) => onChange({ until: target.value })}
        />
      ) : null}
      <div className="sm:col-span-2">
        <TextArea
          name="words"
          label={t("queue.words")}
          maxLength={objectionLength}
          value={words}
          onChange={({ target }) => onChange({ words: target.value })}
        />
        <SavedReplies replies={replies} words={words} onChange={(chosen) => onChange({ words: chosen })} />
        {urgent ? (
          <Checkbox
            name="authority_told"
            label={t("queue.authority_told")}
            checked={isTold}
            onChange={({ target }) => onChange({ authority_told: target.checked })}
          />
        ) : null}
        <Checkbox
          name="unfounded"
          label={t("queue.unfounded_report")}
          checked={unfounded}
          onChange={({ target }) => onChange({ unfounded: target.checked })}
        />
      </div>
    </div>
  );
}

/** D11.2: the reports about one member, and the form of the decision on them. */
export function ReportView({ item, draft, onChange }: ItemProps<QueuedReports, ReportDraft>) {
  const t = useTexts("staff");
  return (
    <>
      <div className="p-4 md:p-5" key={item.id}>
        {item.urgent ? <p className="mb-3">{t("queue.urgent_note")}</p> : null}
        <ReportedMember item={item} />
        <ReportList item={item} named={draft.reports} onChange={(reports) => onChange({ reports })} />
      </div>
      <DecisionForm item={item} draft={draft} onChange={onChange} />
    </>
  );
}
