import { TriangleAlert } from "lucide-react";
import { createContext, useContext, useEffect, useEffectEvent, useState } from "react";
import type { AnswerOf } from "#contract/call.ts";
import { markDanger, openReportedChat, type QueuedReport, type QueuedReports, unmarkDanger } from "#contract/office.ts";
import { newKey } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { FieldError, useField } from "#web/ui/field.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "./notice.tsx";
import type { Act } from "./queue-page.tsx";
import { AttachedPhoto, AttachedSound, ReportedMessage } from "./reported-message.tsx";
import { Reporter, ReporterActs } from "./reporter.tsx";

/** Who reported when, in which words, and what: the message, the photo, the recording, or the chat, which is logged. */
export function ReportDetails({
  report,
  name,
  onChatOpened,
}: {
  report: QueuedReport;
  name: string;
  onChatOpened?: (() => void) | undefined;
}) {
  const t = useTexts("staff");
  const {
    text,
    message,
    written,
    unquoted,
    attachment,
    image,
    sound,
    has_chat: hasChat,
    reporter,
    notice,
    at,
    talk,
  } = report;
  return (
    <>
      <Reporter {...{ reporter, notice, at }} />
      {notice === null ? null : <Notice {...notice} />}
      {text === "" ? null : <p className="mt-2 whitespace-pre-line break-words">{text}</p>}
      {talk === null ? null : <ReportedTalk {...talk} />}
      {unquoted ? <p className="mt-2 font-semibold text-warning-ink">{t("report_unquoted")}</p> : null}
      {message === null ? null : (
        <div className="mt-3 border-primary border-s-4 ps-4">
          <ReportedMessage {...report} reported text={message} at={written} large />
        </div>
      )}
      <AttachedPhoto attachment={attachment} image={image} name={name} />
      <AttachedSound attachment={attachment} sound={sound} name={name} />
      {hasChat ? <ReportedChat report={report} onOpened={onChatOpened} /> : null}
      {report.about === "message" && !hasChat ? (
        <p className="mt-2 text-muted text-sm">{t("evidence.message_only")}</p>
      ) : null}
    </>
  );
}

/** What a report is about, as it is headed. */
export const subjectOf = ({ about, talk }: QueuedReport) => (talk === null ? about : "call");

/** The call that a report names. */
function ReportedTalk({ at, seconds }: NonNullable<QueuedReport["talk"]>) {
  const t = useTexts("staff");
  const format = useFormat();
  const when = { day: format.day(at), time: format.time(at) };
  return (
    <p className="mt-2 text-muted text-sm">
      {seconds === null
        ? t("report_talk_missed", when)
        : t("report_talk", { ...when, minutes: format.number(Math.ceil(seconds / 60)) })}
    </p>
  );
}

/** Reports for another reason can be about a danger all the same, such as an insult with a threat in it. */
function MarkDanger({ ids, onAct }: { ids: readonly string[]; onAct(act: Act): Promise<void> }) {
  const t = useTexts("staff");
  const [pending, setPending] = useState(false);
  const mark = async () => {
    setPending(true);
    await onAct({
      label: t("danger.mark"),
      send: async () => {
        for (const id of ids) await call(markDanger, { key: newKey(), body: { id } });
      },
      takeBack: async () => {
        for (const id of ids) await call(unmarkDanger, { key: newKey(), body: { id } });
      },
    });
    setPending(false);
  };
  return (
    <div className="mt-4">
      <Button look="outline" pending={pending} onClick={() => void mark()}>
        <TriangleAlert aria-hidden className="size-5 shrink-0" />
        {t("danger.mark")}
      </Button>
      <p className="mt-1 text-muted text-sm">{t("danger.mark_note")}</p>
    </div>
  );
}

type Props = {
  item: QueuedReports;
  named: readonly string[];
  onChange(named: string[]): void;
  onAct(act: Act): Promise<void>;
  onReload(): Promise<void>;
};

/** The open reports about a member, each with what was reported. Of several, staff may decide on some alone. */
export function ReportList({
  item: { member, reports, reporter_languages: languages, danger },
  named,
  onChange,
  onAct,
  onReload,
}: Props) {
  const t = useTexts("staff");
  const moderation = useTexts("moderation");
  const single = reports.length === 1;
  const field = useField("reports", undefined, undefined);
  const { id: _, ...control } = field.control;
  const harmless = reports.flatMap(({ id, reason }) => (reason !== "danger" && named.includes(id) ? id : []));
  return (
    <div onChange={field.onChange}>
      <FieldError id={field.id}>{field.error}</FieldError>
      <ul className="mt-4 grid gap-4">
        {reports.map((report) => {
          const { id, reason, filed_as: chosen } = report;
          const heading = `${moderation(`reasons.${reason}`)} · ${t(`about.${subjectOf(report)}`)}`;
          return (
            <li key={id} className="border-line border-t pt-4">
              {single ? (
                <h2 className="font-semibold">{heading}</h2>
              ) : (
                <label className="flex min-h-11 items-center gap-3 font-semibold">
                  <input
                    {...control}
                    type="checkbox"
                    className="size-5 shrink-0 accent-primary"
                    checked={named.includes(id)}
                    onChange={({ target }) =>
                      onChange(target.checked ? [...named, id] : named.filter((each) => each !== id))
                    }
                  />
                  {heading}
                </label>
              )}
              {chosen === null ? null : (
                <p className="text-muted text-sm">
                  {t("danger.filed_as", { reason: moderation(`reasons.${chosen}`) })}
                </p>
              )}
              <ReportDetails report={report} name={member?.name ?? ""} />
              <ReporterActs reporter={report.reporter} onDone={onReload} {...{ languages, danger }} />
            </li>
          );
        })}
      </ul>
      {harmless.length === 0 ? null : <MarkDanger ids={harmless} onAct={onAct} />}
    </div>
  );
}

/** Above 0: the chats of the reports in it are opened, each as by its own button. */
export const OpenChatsContext = createContext(0);

type ChatProps = { report: QueuedReport; onOpened: (() => void) | undefined };

/** The chat that a report is about, with its photos, once it was asked for: the log says so. */
function ReportedChat({ report: { id, reporter, reported }, onOpened }: ChatProps) {
  const t = useTexts("staff");
  const { run, pending, failure } = useCall(openReportedChat);
  const [lines, setLines] = useState<AnswerOf<typeof openReportedChat>["lines"] | null>(null);
  const all = useContext(OpenChatsContext);
  const openOne = () =>
    void run({ body: { id } }, (answer) => {
      setLines(answer.lines);
      onOpened?.();
    });
  const openWithAll = useEffectEvent(() => lines === null && openOne());
  useEffect(() => {
    if (all > 0) openWithAll();
  }, [all]);
  if (lines === null) {
    return (
      <div className="mt-4">
        <FormError failure={failure} />
        <Button look="outline" pending={pending} onClick={openOne}>
          {t("queue.open_chat")}
        </Button>
      </div>
    );
  }
  return (
    <ol className="mt-4 grid gap-2">
      {lines.map((line) => (
        <li
          key={`${line.at} ${line.text}`}
          className={`rounded-md p-3 ${line.reported ? "bg-warning-tint" : "bg-tint"}`}
        >
          <ReportedMessage {...line} />
          <AttachedPhoto {...line} name={(line.reported ? reported : reporter)?.name ?? ""} />
          <AttachedSound {...line} name="" />
        </li>
      ))}
    </ol>
  );
}
