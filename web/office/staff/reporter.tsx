import { Link } from "react-router";
import { objectionLength } from "#contract/decisions.ts";
import type { QueuedReport, QueuedReports } from "#contract/office.ts";
import { sanctionMember } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { WriteForm } from "#web/office/members/write-form.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { MeasureLink } from "./measure-link.tsx";
import { useReaderNote } from "./reader-note.ts";
import { StaffForm } from "./staff-form.tsx";

/** Who reported, how often what they reported led to something, and what speaks of misuse. */
export function Reporter({ reporter, notice, at }: Pick<QueuedReport, "reporter" | "notice" | "at">) {
  const t = useTexts("staff");
  const format = useFormat();
  const { reports, members, others } = reporter?.same_words ?? { reports: 0, members: 0, others: [] };
  return (
    <div className="text-muted text-sm">
      <p className="flex flex-wrap items-center gap-x-2">
        <time dateTime={at}>
          {format.weekday(at)}, {format.date(at)}, {format.time(at)}
        </time>
        {reporter === null ? (
          // a guest's name stands in the notice
          notice === null && <span>{t("queue.no_member")}</span>
        ) : (
          <>
            <Link to={`/staff/members/${reporter.id}`} className="link inline-block py-1.5">
              {reporter.name}
            </Link>
            <MemberLabel member={{ fictional: reporter.fictional, automatic: false }} />
            <span>{t("reports.outcome", { upheld: reporter.upheld, decided: reporter.decided })}</span>
            {reporter.unfounded === 0 ? null : (
              <span>
                {t("fact.unfounded")}: {reporter.unfounded}
              </span>
            )}
          </>
        )}
      </p>
      {reports === 0 ? null : (
        <p className="font-semibold text-warning-ink">
          {t("reporter.same_words", { reports, members })}
          {others.map(({ id, name }) => (
            <Link key={id} to={`/staff/queue/reports?item=${id}`} className="link ms-3 inline-block py-1.5">
              {name}
            </Link>
          ))}
        </p>
      )}
      {reporter === null || reporter.warned_at === null ? null : (
        <p className="font-semibold text-warning-ink">
          {t("reporter.warned", { date: format.date(reporter.warned_at) })}
        </p>
      )}
    </div>
  );
}

type Person = NonNullable<QueuedReport["reporter"]>;

type WarnProps = { id: string; version: number; language: string | undefined; onDone(): Promise<void> };

/** Warns a member who reports without any ground, which is needed before their reports can be paused. */
function WarnOfMisuse({ id, version, language, onDone }: WarnProps) {
  const t = useTexts("staff");
  const readerNote = useReaderNote();
  const toast = useToast();
  const { run, ...state } = useCall(sanctionMember);
  return (
    <StaffForm
      of={[
        {
          kind: "area",
          name: "words",
          label: t("queue.words"),
          note: readerNote(language, t("reporter.misuse_note")),
          maxLength: objectionLength,
          required: true,
        },
      ]}
      state={state}
      send={({ words = "" }) => run({ body: { id, version, measure: "warned", ground: "misuse", words } })}
      onDone={() => {
        toast({ title: t("reporter.warned_now") });
        void onDone();
      }}
      button={t("reporter.warn")}
      look="outline"
    />
  );
}

type ActsProps = {
  reporter: Person | null;
  /** In which those who reported read. */
  languages: QueuedReports["reporter_languages"];
  danger: QueuedReports["danger"];
  onDone(): Promise<void>;
};

/**
 * What staff can do about the member who reported: warn of misuse or write, beside the case, or take a measure on
 * their page. While someone is in danger, who may be the reporter, no one is warned; the box about the danger has the
 * form for those it may be about.
 */
export function ReporterActs({ reporter, languages, danger, onDone }: ActsProps) {
  const t = useTexts("staff");
  const file = useTexts("staff-members");
  if (reporter === null || reporter.fictional || reporter.version === null) return null;
  const { id, name, version } = reporter;
  const language = languages.length === 1 ? languages[0] : undefined;
  if (danger?.some((person) => person.id === id)) return null;
  return (
    <div className="mt-3">
      <details>
        <summary className="link inline-block cursor-pointer py-1.5">
          {danger === null
            ? t("reporter.acts", { name })
            : t("danger.write_to", { name, party: t("queue.reporter_wrote") })}
        </summary>
        <div className="mt-2 grid gap-5 rounded-md bg-tint p-4">
          <div>
            <h3 className="mb-2 font-semibold">{file("write.title")}</h3>
            <WriteForm member={{ id, language }} replies={[]} onSent={() => void onDone()} />
          </div>
          {danger === null ? (
            <div>
              <h3 className="mb-2 font-semibold">{t("reporter.warn")}</h3>
              <WarnOfMisuse {...{ id, version, language, onDone }} />
              <MeasureLink member={{ id, name }} />
            </div>
          ) : null}
        </div>
      </details>
    </div>
  );
}
