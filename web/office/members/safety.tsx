import { type ReactNode, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { documentRejections } from "#contract/age.ts";
import type { AnswerOf } from "#contract/call.ts";
import type { StaffRole } from "#contract/constants.ts";
import { decisionText } from "#contract/decision-text.ts";
import { getDecidedReport, queueRoles } from "#contract/office.ts";
import {
  addNote,
  deleteNote,
  type MemberFile,
  noteAuthority,
  noteLength,
  restoreMember,
  takeBackPicture,
} from "#contract/staff-members.ts";
import { selfieRejections } from "#contract/verification.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Complaints } from "#web/office/staff/complaints.tsx";
import { AuthorityReference } from "#web/office/staff/measure-parts.tsx";
import { Question } from "#web/office/staff/question.tsx";
import { ReportDetails } from "#web/office/staff/report-list.tsx";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { LiftForm, type Lifting, useLiftText, useLiftWords } from "./restore-form.tsx";

type Parts = NonNullable<MemberFile["safety"]>;
const mayRead: readonly StaffRole[] = queueRoles.reports;
const row = "border-line border-b py-3 last:border-b-0";

/** What was decided on, once it was asked for: the log says so. */
export function DecidedReport({ id }: { id: string }) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const moderation = useTexts("moderation");
  const decisions = useTexts("decisions");
  const { run, pending, failure } = useCall(getDecidedReport);
  const [answer, setAnswer] = useState<AnswerOf<typeof getDecidedReport> | null>(null);
  if (answer === null) {
    return (
      <>
        <FormError failure={failure} />
        <Button look="outline" className="mt-1" pending={pending} onClick={() => run({ query: { id } }, setAnswer)}>
          {t("reports.open")}
        </Button>
      </>
    );
  }
  return (
    <ul className="mt-2 grid gap-3 border-line border-s-4 ps-4">
      {answer.authority_told ? (
        <li className="font-semibold">
          {[t("reports.authority_told"), answer.authority_reference].filter(Boolean).join(" ")}
        </li>
      ) : null}
      {answer.reports.map((report) => (
        <li key={report.id}>
          <p className="font-semibold">
            {moderation(`reasons.${report.reason}`)} · {staff(`about.${report.about}`)}
          </p>
          <ReportDetails report={report} name={report.reported?.name ?? ""} />
          {answer.told
            .filter((each) => each.report === report.id)
            .map(({ decision, words }) => (
              <dl key={words} className="mt-2">
                <Fact term={staff("reports.reporter_read")} className="whitespace-pre-line break-words">
                  {[decision && decisions(decisionText(decision, null)), words].filter(Boolean).join("\n")}
                </Fact>
              </dl>
            ))}
        </li>
      ))}
    </ul>
  );
}

type ReportsProps = Pick<Parts, "reports"> & {
  /** The member whose page it is. */
  id: string;
  role: StaffRole | null;
};

/** Reports by and about a member: an open one leads to its item in the queue. */
export function Reports({ id: memberId, reports, role }: ReportsProps) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const decisions = useTexts("decisions");
  const moderation = useTexts("moderation");
  const format = useFormat();
  const mayOpen = role !== null && mayRead.includes(role);
  return (
    <>
      {reports.length === 0 ? <p className="text-muted">{t("none")}</p> : null}
      <ul>
        {reports.map(({ id, made: isReporter, other, about, reason, open, unfounded, at }) => (
          <li key={id} className={row}>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              {open && mayOpen ? (
                <Link
                  to={`/staff/queue/reports?item=${isReporter ? (other?.id ?? id) : memberId}`}
                  className="link inline-block py-1 font-semibold"
                >
                  {moderation(`reasons.${reason}`)}
                </Link>
              ) : (
                <span className="font-semibold">{moderation(`reasons.${reason}`)}</span>
              )}
              <Chip tone={open ? "warning" : "plain"}>{decisions(open ? "reports.open" : "reports.closed")}</Chip>
              {unfounded ? <Chip tone="warning">{t("reports.unfounded")}</Chip> : null}
            </p>
            <p className="text-muted text-sm">
              {t(isReporter ? "reports.made" : "reports.about")} · {staff(`about.${about}`)} · {format.date(at)}
              {other === null ? null : (
                <>
                  {" · "}
                  <Link to={`/staff/members/${other.id}`} className="link inline-block py-1">
                    {other.name}
                  </Link>
                </>
              )}
            </p>
            {open || !mayOpen ? null : <DecidedReport id={id} />}
          </li>
        ))}
      </ul>
    </>
  );
}

type Withdrawn = Lifting & {
  decision: string;
  what: Parts["decisions"][number]["decision"];
};

/** Takes back a warning or a rejection that turned out to be wrong; the member gets a mail. */
function Withdraw({ member: { id, version, language }, replies, decision, what }: Withdrawn) {
  const t = useTexts("staff-members");
  const toast = useToast();
  const { run, ...state } = useCall(restoreMember);
  const isWarning = what === "warned";
  const title = t(isWarning ? "measure.withdraw" : "measure.withdraw_rejection");
  const note = t(isWarning ? "measure.withdraw_note" : "measure.withdraw_rejection_note");
  const { words, field, prepared } = useLiftWords(replies, language, note);
  return (
    <TakeBack title={title}>
      {prepared}
      <StaffForm
        of={[field]}
        state={state}
        send={() => run({ body: { id, version, words, decision } })}
        onDone={() => toast({ title: t("measure.withdrawn"), tone: "good" })}
        keeps
        button={title}
        look="secondary"
      />
    </TakeBack>
  );
}

/** A button beside a decision, which opens the form that takes it back. */
const TakeBack = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="mt-2">
    <summary className="button button-outline">{title}</summary>
    <div className="mt-3 rounded-md bg-tint p-4">{children}</div>
  </details>
);

/** That help was given, or the police told: a colleague need not call twice, nor wonder if anyone did. */
function Help({ helped, authority_told: isTold, authority_reference: reference, at, by }: Parts["help"][number]) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const format = useFormat();
  return (
    <li className={row}>
      {helped ? <p>{staff("queue.helped")}</p> : null}
      {isTold ? <p>{[t("reports.authority_told"), reference].filter(Boolean).join(" ")}</p> : null}
      <p className="text-muted text-sm">
        {format.date(at)}, {format.time(at)} · {by}
      </p>
    </li>
  );
}

type ToldProps = { id: string; reports: Parts["reports"] };

/** Notes afterwards that the police were told: of a case that is decided, or of the member alone. */
export function TellAuthority({ id, reports }: ToldProps) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const moderation = useTexts("moderation");
  const format = useFormat();
  const toast = useToast();
  const { run, ...state } = useCall(noteAuthority);
  const decided = reports.filter(({ made, open }) => !made && !open);
  const [report, setReport] = useState(decided[0]?.id ?? "");
  const [reference, setReference] = useState("");
  return (
    <details className="mt-3">
      <summary className="link inline-block cursor-pointer py-1.5">{t("authority.open")}</summary>
      <StaffForm
        className="mt-2"
        state={state}
        send={() => run({ body: { id, reference, ...(report !== "" && { report }) } })}
        onDone={() => {
          setReference("");
          toast({ title: t("authority.saved"), tone: "good" });
        }}
        button={t("authority.save")}
        look="outline"
      >
        {decided.length === 0 ? null : (
          <SelectField
            name="report"
            label={t("authority.report")}
            value={report}
            onChange={({ target }) => setReport(target.value)}
            options={[
              ...decided.map(({ id: value, reason, other, at }) => ({
                value,
                label: [moderation(`reasons.${reason}`), format.date(at), other?.name].filter(Boolean).join(" · "),
              })),
              { value: "", label: t("authority.no_report") },
            ]}
          />
        )}
        <AuthorityReference name="reference" value={reference} onChange={setReference} />
        <p className="mb-3 text-muted text-sm">{staff("reports.words_danger")}</p>
      </StaffForm>
    </details>
  );
}

/** The text or photo that a decision took from the profile, while it is kept. */
function Removed({ content, image }: Pick<Parts["decisions"][number], "content" | "image">) {
  const t = useTexts("staff-members");
  if (content === null && image === null) return null;
  return (
    <div className="my-2 border-line border-s-4 ps-4 text-sm">
      <p className="text-muted">{t("removed_text")}</p>
      {content === null ? null : <p className="whitespace-pre-line break-words">{content}</p>}
      {image === null ? null : (
        <a href={image} className="mt-1 inline-block">
          <img src={image} alt={t("removed_text")} loading="lazy" className="max-h-60 max-w-full rounded-md" />
        </a>
      )}
    </div>
  );
}

/** What the member wrote against a decision, and what was answered: by another person of the team. */
function Appeal({ appeal: { text, at, answer } }: { appeal: NonNullable<Parts["decisions"][number]["appeal"]> }) {
  const staff = useTexts("staff");
  const format = useFormat();
  const moment = (iso: string) => `${format.date(iso)}, ${format.time(iso)}`;
  return (
    <dl className="mt-2 grid gap-2 border-line border-s-4 ps-4 text-sm">
      <Fact term={`${staff("fact.objection")} · ${moment(at)}`} className="whitespace-pre-line break-words">
        {text}
      </Fact>
      {answer === null ? null : (
        <Fact
          term={[staff("fact.reply"), moment(answer.at), ...(answer.by === null ? [] : [answer.by])].join(" · ")}
          className="whitespace-pre-line break-words"
        >
          {answer.words}
        </Fact>
      )}
    </dl>
  );
}

type Picture = Parts["rejected_pictures"][number];
type RejectedProps = {
  name: string;
  pictures: readonly Picture[];
  /** Whose they are; null: the caller may take nothing back. */
  member: string | null;
};

type AskedProps = Pick<ReturnType<typeof useCall>, "pending" | "failure"> & {
  label: string;
  question: string;
  look: "primary" | "danger";
  send(): Promise<unknown>;
};

/** A button beside an entry, which does something to it once it is asked. */
function AskedButton({ label, question, look, send, pending, failure }: AskedProps) {
  const [isAsking, setAsking] = useState(false);
  const run = () => {
    setAsking(false);
    void send();
  };
  return (
    <>
      <FormError failure={failure} />
      <Button look="quiet" className="button-flush" pending={pending} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking ? (
        <Question title={label} yes={{ label, look, run }} onNo={() => setAsking(false)}>
          <p className="mb-5">{question}</p>
        </Question>
      ) : null}
    </>
  );
}

/** Takes back a rejection: the picture itself is erased, so the member sends another one. */
function AskAgain({ id, kind }: { id: string; kind: Picture["kind"] }) {
  const t = useTexts("staff-members");
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { run, ...state } = useCall(takeBackPicture);
  const send = () =>
    run({ body: { id, kind } }, async () => {
      toast({ title: t("measure.picture_withdrawn"), tone: "good" });
      await revalidate();
    });
  const label = t("measure.withdraw_rejection");
  return <AskedButton {...{ label, send }} {...state} question={t("measure.withdraw_picture")} look="primary" />;
}

/** Selfies and documents that staff rejected: these are no statements of reasons, but a later case needs them. */
export function RejectedPictures({ name, pictures, member }: RejectedProps) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const format = useFormat();
  const why = (kind: (typeof pictures)[number]["kind"], reason: string) => {
    const ofSelfie = selfieRejections.find((each) => each === reason);
    const ofDocument = documentRejections.find((each) => each === reason);
    if (kind === "selfie") return ofSelfie && staff(`selfie.${ofSelfie}`);
    return ofDocument && staff(`document.${ofDocument}`);
  };
  return (
    <ul>
      {pictures.map(({ kind, reason, at, by, taken_back: isTakenBack, can_take_back: canTakeBack }) => (
        <li key={at} className={row}>
          <p>{staff(`${kind}.of`, { name })}</p>
          <p className="text-sm">{why(kind, reason)}</p>
          <p className="text-muted text-sm">
            {format.date(at)}
            {by === null ? null : ` · ${by}`}
          </p>
          {isTakenBack ? <Chip>{t("lifted")}</Chip> : null}
          {canTakeBack && member !== null ? <AskAgain id={member} kind={kind} /> : null}
        </li>
      ))}
    </ul>
  );
}

type DecisionsProps = Pick<Parts, "decisions" | "help"> & {
  /** Null: the caller may take nothing back. */
  member: Withdrawn["member"] | null;
  replies: Withdrawn["replies"];
};

export function Decisions({ decisions: entries, help, member, replies }: DecisionsProps) {
  const t = useTexts("staff-members");
  const decisions = useTexts("decisions");
  const format = useFormat();
  const liftText = useLiftText();
  return (
    <ul>
      {help.map((entry) => (
        <Help key={entry.at} {...entry} />
      ))}
      {entries.map(
        ({ id, decision, ground, words, until, at, by, lifted, can_take_back: canTakeBack, objection, ...more }) => (
          <li key={id} className={row}>
            <p>{decisions(decisionText(decision, ground))}</p>
            {ground === null ? null : <p className="text-sm">{decisions(`ground.${ground}`)}</p>}
            {words === "" ? null : <p className="whitespace-pre-line break-words text-sm">{words}</p>}
            <p className="text-muted text-sm">
              {format.date(at)}
              {by === null ? null : ` · ${by}`}
              {until === null ? null : ` · ${decisions("until", { date: format.date(until) })}`}
            </p>
            <p className="flex flex-wrap gap-1.5 empty:hidden">
              {lifted ? <Chip>{t("lifted")}</Chip> : null}
              {objection === "none" ? null : <Chip tone="warning">{t(`objection.${objection}`)}</Chip>}
            </p>
            {lifted && objection === "open" ? <p className="text-sm">{t("objection.still_answered")}</p> : null}
            <Removed {...more} />
            {more.appeal === null ? null : <Appeal appeal={more.appeal} />}
            {member === null || !canTakeBack ? null : (
              <Withdraw key={member.version} {...{ member, replies }} decision={id} what={decision} />
            )}
            {member === null || canTakeBack || !more.in_force ? null : (
              <TakeBack key={member.version} title={liftText(decision)}>
                <LiftForm
                  {...{ member, replies }}
                  decision={id}
                  lifted={[{ decision, ground }]}
                  button={liftText(decision)}
                />
              </TakeBack>
            )}
          </li>
        ),
      )}
    </ul>
  );
}

export function Devices({ devices }: Pick<Parts, "devices">) {
  const t = useTexts("staff-members");
  const auth = useTexts("auth");
  const format = useFormat();
  return (
    <>
      {devices.length === 0 ? <p className="text-muted">{t("none")}</p> : null}
      <ul>
        {devices.map(({ browser, system, country, first_seen: first, last_seen: last, logged_in: open }) => (
          <li key={`${first} ${last} ${browser} ${system}`} className={row}>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              {browser === null || system === null
                ? auth("devices.unknown")
                : auth("devices.name", { browser, system })}
              {open ? <Chip tone="good">{t("logged_in")}</Chip> : null}
            </p>
            <p className="text-muted text-sm">
              {auth("devices.first", { day: format.date(first) })} ·{" "}
              {auth("devices.last", { day: format.date(last), time: format.time(last) })}
              {country === null ? null : ` · ${format.country(country)}`}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

export function MemberComplaints({ complaints }: Pick<Parts, "complaints">) {
  const t = useTexts("staff-members");
  return complaints.length === 0 ? <p className="text-muted">{t("none")}</p> : <Complaints complaints={complaints} />;
}

/** Deletes a note for good. */
function DeleteNote({ id, note }: { id: string; note: string }) {
  const t = useTexts("staff-members");
  const { revalidate } = useRevalidator();
  const { run, ...state } = useCall(deleteNote, () => revalidate());
  const send = () => run({ body: { id, note } }, () => revalidate());
  return (
    <AskedButton label={t("notes.delete")} {...state} send={send} question={t("notes.delete_sure")} look="danger" />
  );
}

export function Notes({ id, notes }: Pick<Parts, "notes"> & { id: string }) {
  const t = useTexts("staff-members");
  const format = useFormat();
  const { run, ...state } = useCall(addNote);
  const [text, setText] = useState("");
  return (
    <>
      <ul className="mb-4">
        {notes.map((note) => (
          <li key={note.id} className={row}>
            <p className="whitespace-pre-line break-words">{note.text}</p>
            <p className="text-muted text-sm">
              {format.date(note.at)}, {format.time(note.at)} · {note.by}
            </p>
            {note.can_delete ? <DeleteNote id={id} note={note.id} /> : null}
          </li>
        ))}
      </ul>
      <StaffForm
        of={[
          {
            kind: "area",
            name: "text",
            label: t("notes.write"),
            note: t("notes.hint"),
            maxLength: noteLength,
            value: text,
            onChange: ({ target }) => setText(target.value),
            required: true,
          },
        ]}
        state={state}
        send={() => run({ body: { id, text } })}
        onDone={() => setText("")}
        keeps
        button={t("notes.send")}
        look="secondary"
      />
    </>
  );
}
