import type { InputOf } from "#contract/call.ts";
import { type Ground, objectionLength, staffGrounds } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import type { decideReports, QueuedReports } from "#contract/office.ts";
import { maxMeasureDays, reportDays } from "#contract/sanctions.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";
import type { Choices, ItemProps, QueueWords } from "./queue-page.tsx";
import { ReportList } from "./report-list.tsx";
import { ReportedMember } from "./reported-member.tsx";
import { SavedReplies } from "./saved-replies.tsx";

type Verdict = InputOf<typeof decideReports>["body"]["verdict"];
type Length = (typeof reportDays)[number] | "date";
/** What staff have chosen for an item, before the decision. */
type Draft = {
  /** The reports that are decided on. */
  reports: string[];
  ground: Ground;
  length: Length;
  until: string;
  words: string;
  unfounded: boolean;
  authority_told: boolean;
};

export const newReportDraft = ({ reports }: QueuedReports): Draft => ({
  reports: reports.map(({ id }) => id),
  // each reason of a report is a ground
  ground: reports[0]?.reason ?? "other",
  length: 7,
  until: "",
  words: "",
  unfounded: false,
  authority_told: false,
});

/** The first moment of a day here, as typed in a date field; undefined if it is none. */
function startOf(day: string): string | undefined {
  const moment = new Date(`${day}T00:00`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

const dayAfter = (days: number) => {
  const date = new Date(Date.now() + days * dayMs);
  const padded = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`;
};

export const toDecision = ({ length, until, words, ...decision }: Draft) => ({
  ...decision,
  words: words.trim(),
  ...(length === "date" ? { until: startOf(until) } : { days: length }),
});

/** What staff may decide; a ban asks once more. */
export function reportChoices(
  { t, file, transactions, format }: QueueWords,
  item: QueuedReports,
  { reports, length, until, words }: Draft,
): Choices<Verdict> {
  // the member is told why in any case (DSA, article 17(3))
  const disabled = reports.length === 0 || words.trim() === "";
  const end = length === "date" ? startOf(until) : "";
  const span = length === "date" ? (end ? format.date(end) : "…") : transactions("spending.days", { count: length });
  const timed = { disabled: disabled || end === undefined };
  const hasPhoto = item.reports.some(({ id, about }) => about === "photo" && reports.includes(id));
  const removal = { press: "3", verdict: "removed", label: t("queue.remove"), disabled } as const;
  return {
    main: [
      { press: "1", verdict: "kept", label: t("queue.stands"), disabled },
      { press: "2", verdict: "warned", label: t("queue.warn"), disabled },
      ...(hasPhoto ? [removal] : []),
      { press: "4", verdict: "muted", label: `${file("measure.do_muted")} · ${span}`, ...timed },
      { press: "5", verdict: "suspended", label: `${file("measure.do_suspended")} · ${span}`, ...timed },
      { press: "b", verdict: "banned", label: t("queue.ban_for_good"), look: "danger", asks: true, disabled },
    ],
  };
}

/** The rule, the length of a mute or suspension, and the team's own words. */
function DecisionForm({ item: { replies, urgent }, draft, onChange }: Omit<ItemProps<QueuedReports, Draft>, "next">) {
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
export function ReportView({ item, draft, onChange }: ItemProps<QueuedReports, Draft>) {
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
