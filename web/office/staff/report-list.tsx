import { useState } from "react";
import { Link } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { openReportedChat, type QueuedReport, type QueuedReports } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Button } from "#web/ui/button.tsx";
import { FieldError, useField } from "#web/ui/field.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { AttachedPhoto, ReportedMessage } from "./reported-message.tsx";

/** Who reported, and how often what they reported led to something. */
function Reporter({ reporter, at }: Pick<QueuedReport, "reporter" | "at">) {
  const t = useTexts("staff");
  const format = useFormat();
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
      <time dateTime={at}>
        {format.date(at)}, {format.time(at)}
      </time>
      {reporter === null ? (
        <span>{t("queue.no_member")}</span>
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
  );
}

/** A notice of illegal content: its notifier, the place that they name, and what they answered and objected to. */
function Notice({ name, email, place, question, reply, objection }: NonNullable<QueuedReport["notice"]>) {
  const t = useTexts("staff");
  const lines = [
    [t("fact.notifier"), [name, email].filter(Boolean).join(", ")],
    [t("fact.place"), place],
    [t("fact.question"), question ?? ""],
    [t("fact.reply"), reply ?? ""],
    [t("fact.objection"), objection ?? ""],
  ].filter(([, value]) => value !== "");
  return (
    <dl className="mt-2 grid gap-1 text-sm">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="whitespace-pre-line break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Who reported and when, in which words, and what: the message, the photo, or the chat, which is logged. */
export function ReportDetails({ report, name }: { report: QueuedReport; name: string }) {
  const t = useTexts("staff");
  const { text, message, written, unquoted, attachment, image, has_chat: hasChat, reporter, notice, at } = report;
  return (
    <>
      <Reporter reporter={reporter} at={at} />
      {notice === null ? null : <Notice {...notice} />}
      {text === "" ? null : <p className="mt-2 whitespace-pre-line break-words">{text}</p>}
      {unquoted ? <p className="mt-2 font-semibold text-warning-ink">{t("report_unquoted")}</p> : null}
      {message === null ? null : (
        <div className="mt-3 border-primary border-s-4 ps-4">
          <ReportedMessage {...report} reported text={message} at={written} large />
        </div>
      )}
      <AttachedPhoto attachment={attachment} image={image} name={name} />
      {hasChat ? <ReportedChat report={report} /> : null}
    </>
  );
}

type Props = { item: QueuedReports; named: readonly string[]; onChange(named: string[]): void };

/** The open reports about a member, each with what was reported. Of several, staff may decide on some alone. */
export function ReportList({ item: { member, reports }, named, onChange }: Props) {
  const t = useTexts("staff");
  const moderation = useTexts("moderation");
  const single = reports.length === 1;
  const field = useField("reports", undefined, undefined);
  const { id: _, ...control } = field.control;
  return (
    <div onChange={field.onChange}>
      <FieldError id={field.id}>{field.error}</FieldError>
      <ul className="mt-4 grid gap-4">
        {reports.map((report) => {
          const { id, about, reason } = report;
          const heading = `${moderation(`reasons.${reason}`)} · ${t(`about.${about}`)}`;
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
              <ReportDetails report={report} name={member?.name ?? ""} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The chat that a report is about, with its photos, once it was asked for: the log says so. */
function ReportedChat({ report: { id, reporter, reported } }: { report: QueuedReport }) {
  const t = useTexts("staff");
  const { run, pending, failure } = useCall(openReportedChat);
  const [lines, setLines] = useState<AnswerOf<typeof openReportedChat>["lines"] | null>(null);
  if (lines === null) {
    return (
      <div className="mt-4">
        <FormError failure={failure} />
        <Button
          look="outline"
          pending={pending}
          onClick={() => run({ body: { id } }, (answer) => setLines(answer.lines))}
        >
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
        </li>
      ))}
    </ol>
  );
}
