import { type ReactNode, useEffect, useRef } from "react";
import type { QueuedReports } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { isAboutDanger } from "./about-danger.ts";
import { countReporters, useReaderLines } from "./acted-words.ts";
import { AlikeReports } from "./alike-reports.tsx";
import { Danger } from "./danger.tsx";
import { EarlierDecisions } from "./earlier-decisions.tsx";
import { AuthorityFields, GroundField, LengthFields, WordsField } from "./measure-parts.tsx";
import { GuestReads, NoticeSteps } from "./notice.tsx";
import { PersonLine, StatusChip } from "./person-line.tsx";
import type { ItemProps } from "./queue-page.tsx";
import { useReaderNote } from "./reader-note.ts";
import type { ReportDraft } from "./report-draft.ts";
import { ReportList } from "./report-list.tsx";
import { SameText } from "./same-text.tsx";
import { FittingReplies, repliesFor, SavedReplies } from "./saved-replies.tsx";

type FormProps = Pick<ItemProps<QueuedReports, ReportDraft>, "item" | "draft" | "last" | "onChange">;

/** Who reads the words, by what is decided; what a guest reads `GuestReads` says. */
function WhoReads({ item, alike }: { item: QueuedReports } & Pick<ReportDraft, "alike">) {
  const t = useTexts("staff");
  const readerLines = useReaderLines();
  const format = useFormat();
  const readerNote = useReaderNote();
  const { member, about, reports, reporter_languages: languages } = item;
  if (member === null) return null;
  const ofMembers = reports.filter(({ notice }) => notice === null);
  const left = isAboutDanger(item) ? [t("queue.helped"), t("queue.no_danger")] : [t("queue.stands")];
  return (
    <dl className="mb-4 grid gap-2 text-sm">
      {ofMembers.length === 0 ? null : (
        <Fact term={left.join(" / ")}>
          {t(countReporters(ofMembers) > 1 ? "reports.words_reporters" : "reports.words_reporter")}{" "}
          {languages.length === 0
            ? null
            : t("queue.language", { language: format.list(languages.map(format.language)) })}
        </Fact>
      )}
      {/* with a guest's reports alone, what else there is stands in the same words above */}
      <Fact term={t(ofMembers.length === 0 ? "notice.if_acted" : "reports.else")}>
        {t("reports.words_member", { name: format.list([member.name, ...alike.map(({ name }) => name)]) })}{" "}
        {readerNote(about?.language)} {readerLines(ofMembers).join(" ")}
      </Fact>
    </dl>
  );
}

/** What staff wrote from this case already, also before they left it for another page. */
function Letters({ letters }: Pick<QueuedReports, "letters">) {
  const t = useTexts("staff");
  const format = useFormat();
  return letters.map(({ name, at }) => (
    <p key={at} className="mt-3 font-semibold" role="status">
      {t("reports.written", { name, day: format.day(at), time: format.time(at) })}
    </p>
  ));
}

function DecisionForm({ item, draft, last, onChange }: FormProps) {
  const { member, about, reporter_replies: toReporters, reporter_languages: languages, urgent } = item;
  const { words, unfounded } = draft;
  const replies = repliesFor(draft.ground, item.replies);
  const t = useTexts("staff");
  const format = useFormat();
  return (
    <div
      className={`grid gap-x-4 border-line border-t pt-4 sm:grid-cols-2 ${urgent ? "mt-5 lg:grid-cols-1" : "px-4 pb-2 md:px-5"}`}
    >
      <GuestReads item={item} />
      {draft.alike.length === 0 ? null : (
        <p role="status" className="mb-4 rounded-md col-span-full bg-warning-tint p-3">
          {t("alike.covers", { names: format.list(draft.alike.map(({ name }) => name)) })}
        </p>
      )}
      {member === null ? null : (
        <>
          <GroundField draft={draft} onChange={({ ground }) => ground && onChange({ ground })} />
          <LengthFields draft={draft} label={t("reports.length")} onChange={onChange} />
        </>
      )}
      <div className="col-span-full">
        <FittingReplies replies={[...replies, ...toReporters]} words={words} onChange={onChange} />
        <WordsField draft={draft} label={t("reports.words")} note={t("queue.words_required")} onChange={onChange} />
        <WhoReads item={item} alike={draft.alike} />
        {urgent ? <p className="mb-4 text-sm">{t("reports.words_danger")}</p> : null}
        <SavedReplies
          label={
            member && about ? `${t("queue.reported_wrote")} · ${member.name} · ${format.language(about.language)}` : ""
          }
          replies={replies}
          groups={[
            {
              label: `${t("queue.reporter_wrote")} · ${format.list(languages.map((language) => format.language(language)))}`,
              replies: toReporters,
            },
          ]}
          last={last}
          language={about?.language}
          words={words}
          onChange={onChange}
        />
        {urgent ? <AuthorityFields draft={draft} onChange={onChange} /> : null}
        <Checkbox
          name="unfounded"
          label={t("queue.unfounded_report")}
          note={t("queue.unfounded_note")}
          checked={unfounded}
          onChange={({ target }) => onChange({ unfounded: target.checked })}
        />
      </div>
    </div>
  );
}

/** Leads to the box about a danger once staff say that someone is in one: it appears above what they look at. */
function useDangerBox(item: QueuedReports) {
  const box = useRef<HTMLDivElement>(null);
  const isDanger = isAboutDanger(item);
  const before = useRef({ id: item.id, isDanger });
  useEffect(() => {
    if (before.current.id === item.id && isDanger && !before.current.isDanger) box.current?.focus();
    before.current = { id: item.id, isDanger };
  }, [item.id, isDanger]);
  return box;
}

/** Shows the reports about one member, and the form of the decision on them. */
export function ReportView(props: ItemProps<QueuedReports, ReportDraft>) {
  const { item, draft, last, onChange, onMoved, onAct, onReload } = props;
  const box = useDangerBox(item);
  const list = (
    <>
      <ReportList {...{ item, onAct, onReload }} named={draft.reports} onChange={(reports) => onChange({ reports })} />
      <AlikeReports key={item.id} item={item} chosen={draft.alike} onChange={(alike) => onChange({ alike })} />
    </>
  );
  const steps = <NoticeSteps item={item} onNamed={onMoved} />;
  const form = <DecisionForm {...{ item, draft, last, onChange }} />;
  return (
    <>
      <div className="p-4 md:p-5" key={item.id}>
        {item.urgent ? (
          // what was written comes first; on a wide screen it stays in view beside what to do about it and the form
          <div className="items-start gap-x-5 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,55%)]">
            <div className="lg:col-span-2">
              <MemberLine item={item} />
            </div>
            <div className="min-w-0 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto">
              <Letters letters={item.letters} />
              {list}
            </div>
            <div className="min-w-0">
              <Danger item={item} ref={box} onWritten={() => void onReload()} />
              <div className="mt-5 border-line border-t pt-4">
                <ReportedMember item={item} onChange={onChange} />
              </div>
              {steps}
              {form}
            </div>
          </div>
        ) : (
          <>
            <ReportedMember item={item} onChange={onChange}>
              <MemberLine item={item} />
            </ReportedMember>
            <Letters letters={item.letters} />
            {list}
          </>
        )}
        {item.urgent ? null : steps}
      </div>
      {item.urgent ? null : form}
    </>
  );
}

/** Who is reported, and what stands against them. */
function MemberLine({ item }: { item: QueuedReports }) {
  const t = useTexts("staff");
  const file = useTexts("staff-members");
  const texts = useTexts("decisions");
  const format = useFormat();
  const { member, about, site, since, urgent } = item;
  const { muted_until: muted = null, suspended_until: suspended = null } = about ?? {};
  return (
    <PersonLine {...{ member, site, since }} age={about?.age}>
      {urgent ? <Chip tone="warning">{t("reports.urgent")}</Chip> : null}
      {about === null ? null : <StatusChip status={about.status} />}
      {suspended === null ? null : <Chip tone="warning">{texts("until", { date: format.date(suspended) })}</Chip>}
      {muted === null ? null : <Chip tone="warning">{file("muted", { date: format.date(muted) })}</Chip>}
    </PersonLine>
  );
}

/** The member that reports are about: photo, text, and what was decided before. `children`: who it is. */
function ReportedMember({ item, onChange, children }: Pick<FormProps, "item" | "onChange"> & { children?: ReactNode }) {
  const t = useTexts("staff");
  const file = useTexts("staff-members");
  const format = useFormat();
  const { id, member, about, decisions } = item;
  return (
    <div className="flex flex-wrap gap-4">
      {about === null || about.photo === null ? null : (
        <img
          key={id}
          src={about.photo}
          alt={t("queue.photo_of", { name: member?.name ?? t("queue.no_member") })}
          width={240}
          height={300}
          className="aspect-4/5 w-28 shrink-0 self-start rounded-md bg-surface object-cover md:w-40"
        />
      )}
      <div className="min-w-0 flex-[1_1_11rem]">
        {children}
        {about === null ? null : (
          <p className="mt-2 text-muted text-sm">
            {file("fact.joined")}: {format.date(about.joined)} · {file("fact.active")}: {format.day(about.last_active)},{" "}
            {format.time(about.last_active)} · {[about.town, format.country(about.country)].filter(Boolean).join(", ")}{" "}
            · {format.language(about.language)}
          </p>
        )}
        {about === null || about.about_me === "" ? null : (
          <p className="mt-2 whitespace-pre-line break-words">{about.about_me}</p>
        )}
        {about?.questions.map((question) => (
          <p key={question} className="mt-2 break-words">
            {question}
          </p>
        ))}
      </div>
      {about === null ? null : <SameText id={id} {...about.look_alikes} onSame={onChange} />}
      <EarlierDecisions decisions={decisions} />
    </div>
  );
}
