import { useCallback, useState } from "react";
import { type Ground, objectionLength, staffGrounds } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import {
  decideReports,
  type QueuedReports,
  type QueuePlace,
  type reportVerdicts,
  type SavedReply,
  takeReports,
} from "#contract/office.ts";
import { maxMeasureDays, reportDays } from "#contract/sanctions.ts";
import { newKey } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextArea, TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/report-queue.ts";
import { loadQueues } from "./load-queue.ts";
import { type Choice, QueuePage } from "./queue-page.tsx";
import { ReportList } from "./report-list.tsx";
import { ReportedMember } from "./reported-member.tsx";
import { SavedReplies } from "./saved-replies.tsx";
import { pageSize } from "./use-queue.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return await loadQueues(context, "reports");
}

/** The queue is not loaded again while staff work through it. */
export function shouldRevalidate(): boolean {
  return false;
}

type Length = (typeof reportDays)[number] | "date";
/** What staff have chosen for an item, before the decision. */
type Draft = {
  id: string;
  named: readonly string[];
  ground: Ground;
  length: Length;
  until: string;
  words: string;
  unfounded: boolean;
  authority_told: boolean;
};

const newDraft = ({ id, reports: [first, ...others] }: QueuedReports): Draft => ({
  id,
  named: [first, ...others].flatMap((report) => report?.id ?? []),
  // each reason of a report is a ground
  ground: first?.reason ?? "other",
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

const sent = ({ length, until, ...draft }: Draft) => ({
  id: draft.id,
  reports: [...draft.named],
  ground: draft.ground,
  ...(length === "date" ? { until: startOf(until) } : { days: length }),
  words: draft.words.trim(),
  unfounded: draft.unfounded,
  authority_told: draft.authority_told,
});

/** What staff may decide, each by a key; a ban asks once more. */
function useReportChoices() {
  const t = useTexts("staff");
  const file = useTexts("staff-members");
  const transactions = useTexts("transactions");
  const format = useFormat();
  return ({ reports }: QueuedReports, { named, length, until, words }: Draft): { main: readonly Choice[] } => {
    // the member is told why in any case (DSA, article 17(3))
    const disabled = named.length === 0 || words.trim() === "";
    const end = length === "date" ? startOf(until) : "";
    const span = length === "date" ? (end ? format.date(end) : "…") : transactions("spending.days", { count: length });
    const timed = { disabled: disabled || end === undefined };
    const hasPhoto = reports.some(({ id, about }) => about === "photo" && named.includes(id));
    return {
      main: [
        { press: "1", verdict: "kept", label: t("queue.stands"), disabled },
        { press: "2", verdict: "warned", label: t("queue.warn"), disabled },
        ...(hasPhoto ? [{ press: "3", verdict: "removed", label: t("queue.remove"), disabled }] : []),
        { press: "4", verdict: "muted", label: `${file("measure.do_muted")} · ${span}`, ...timed },
        { press: "5", verdict: "suspended", label: `${file("measure.do_suspended")} · ${span}`, ...timed },
        { press: "b", verdict: "banned", label: t("queue.ban_for_good"), look: "danger", asks: true, disabled },
      ],
    };
  };
}

type FormProps = {
  replies: readonly SavedReply[];
  urgent: boolean;
  draft: Draft;
  onChange(part: Partial<Draft>): void;
};

/** The rule, the length of a mute or suspension, and the team's own words. */
function DecisionForm({ replies, urgent, draft, onChange }: FormProps) {
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

/** D11.2: all open reports about one member are one item, decided on together. */
export default function ReportQueue({ loaderData }: Route.ComponentProps) {
  const t = useTexts("staff");
  const choices = useReportChoices();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [note, setNote] = useState("");
  const draftOf = (item: QueuedReports) => (draft?.id === item.id ? draft : newDraft(item));
  const take = useCallback(
    (after: QueuePlace | undefined) => call(takeReports, { body: { count: pageSize, after } }),
    [],
  );
  const decide = async (item: QueuedReports, verdict: string) => {
    setNote("");
    const body = { ...sent(draftOf(item)), verdict: verdict as (typeof reportVerdicts)[number] };
    const answer = await call(decideReports, { body, key: newKey() });
    if (answer.note === "already_banned") setNote(t("queue.banned_already", { name: item.member?.name ?? "" }));
  };
  return (
    <QueuePage
      name="reports"
      queues={loaderData}
      take={take}
      decide={decide}
      note={note}
      waits={(item) => draft?.id === item.id}
      choices={(item) => choices(item, draftOf(item))}
      title={({ member }) => member?.name ?? t("queue.no_member")}
    >
      {(item) => {
        const shown = draftOf(item);
        const change = (part: Partial<Draft>) => setDraft({ ...shown, ...part });
        return (
          <>
            <div className="p-4 md:p-5" key={item.id}>
              {item.urgent ? <p className="mb-3">{t("queue.urgent_note")}</p> : null}
              <ReportedMember item={item} />
              <ReportList
                item={item}
                named={shown.named}
                onName={(id, isNamed) =>
                  change({ named: isNamed ? [...shown.named, id] : shown.named.filter((each) => each !== id) })
                }
              />
            </div>
            <DecisionForm replies={item.replies} urgent={item.urgent} draft={shown} onChange={change} />
          </>
        );
      }}
    </QueuePage>
  );
}
