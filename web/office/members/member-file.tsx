import { Fragment, type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import { adminRoles, type StaffRole } from "#contract/constants.ts";
import { sanctionRoles } from "#contract/sanctions.ts";
import { getStaff } from "#contract/staff.ts";
import {
  fileEntries,
  getMemberFile,
  type MemberFile,
  moneyRoles,
  refundRoles,
  revealFields,
  type SensitiveField,
  sensitiveFields,
  sensitiveRoles,
} from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { useReasonField } from "#web/office/money/reason-field.tsx";
import { BackToQueue, HeldDecision } from "#web/office/staff/back-to-queue.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { useOwnSites } from "#web/office/staff/own-sites.tsx";
import { StatusChip } from "#web/office/staff/person-line.tsx";
import { SameText } from "#web/office/staff/same-text.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/member-file.ts";
import { Introductions } from "./introductions.tsx";
import { LeaveForm } from "./leave-form.tsx";
import { MeasureForm } from "./measure-fields.tsx";
import { Credits, MoneyForms, Payments } from "./money.tsx";
import { Photos } from "./photos.tsx";
import { RestoreForm } from "./restore-form.tsx";
import { Decisions, Devices, MemberComplaints, Notes, RejectedPictures, Reports, TellAuthority } from "./safety.tsx";
import { Facts, Section } from "./section.tsx";
import { WriteForm } from "./write-form.tsx";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const file = await loadStaff(context, getMemberFile, { query: { id } });
  const { staff } = await loadStaff(context, getStaff);
  return { file, role: staff?.role ?? null };
}

function Profile({ file: { member, counts, safety } }: { file: MemberFile }) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const decisions = useTexts("decisions");
  const profiles = useTexts("profiles");
  const format = useFormat();
  const { nameOf } = useOwnSites();
  const { suspended_until: suspended, muted_until: muted, confirmed_at: confirmed } = member;
  const moment = (iso: string) => `${format.date(iso)}, ${format.time(iso)}`;
  return (
    <section className="surface-card mb-5 p-4 md:p-5">
      <p className="mb-3 flex flex-wrap items-center gap-2">
        <StatusChip status={member.status} />
        {suspended === null ? null : <Chip tone="warning">{decisions("until", { date: moment(suspended) })}</Chip>}
        {muted === null ? null : <Chip tone="warning">{t("muted", { date: moment(muted) })}</Chip>}
        {member.premium ? <Chip tone="tint">{t("premium")}</Chip> : null}
        {member.invisible ? <Chip>{t("invisible")}</Chip> : null}
        <MemberLabel member={member} />
      </p>
      <Facts
        facts={[
          [profiles("field.gender"), profiles(`gender.${member.gender}`)],
          [t("fact.age"), format.number(member.age)],
          [t("fact.home"), member.town ?? format.country(member.country)],
          [staff("fact.language"), format.language(member.language)],
          [t("fact.site"), nameOf(member.site)],
          [t("fact.joined"), moment(member.created_at)],
          [t("fact.confirmed"), confirmed === null ? "–" : moment(confirmed)],
          [t("fact.active"), moment(member.last_active_at)],
          [t("fact.likes_sent"), format.number(counts.likes_sent)],
          [t("fact.likes_received"), format.number(counts.likes_received)],
          [t("fact.matches"), format.number(counts.matches)],
          [t("fact.chats"), format.number(counts.chats)],
          [t("fact.id"), member.id],
        ]}
      />
      {member.about_me === "" ? null : (
        <blockquote className="mt-4 whitespace-pre-line break-words border-primary border-s-4 ps-4">
          {member.about_me}
        </blockquote>
      )}
      {safety && <SameText id={member.id} {...safety.look_alikes} />}
    </section>
  );
}

type Part = { body: ReactNode; id?: string; title?: string; count?: number };

/** A card of the page, which its contents name, with how many entries it has. Other parts make their own cards. */
const card = (id: string, title: string, body: ReactNode, count?: number): Part => ({ id, title, body, count });

/** Leads to the parts of the page that the caller's role sees, each with how many entries it has. */
function Contents({ parts }: { parts: readonly Part[] }) {
  const t = useTexts("staff-members");
  const format = useFormat();
  return (
    <nav aria-label={t("contents")} className="-mt-3 mb-4">
      <ul className="flex flex-wrap gap-x-5">
        {parts.map(({ id, title, count }) =>
          id === undefined ? null : (
            <li key={id}>
              <a href={`#${id}`} className="link inline-block py-2.5">
                {title}
                {count === undefined ? null : (
                  <span className="ms-1.5 font-semibold tabular-nums no-underline">
                    {format.number(count)}
                    {/* the page has the newest ones alone */}
                    {count < fileEntries ? null : "+"}
                  </span>
                )}
              </a>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

/** Two columns on a desktop; one alone has the whole width. */
function Row({ columns: [first = [], second = []] }: { columns: readonly (readonly Part[])[] }) {
  const column = (parts: readonly Part[]) =>
    parts.length === 0 ? null : (
      <div>
        {parts.map(({ id = "", title, body }) =>
          title === undefined ? (
            <Fragment key={id}>{body}</Fragment>
          ) : (
            <Section key={id} id={id} title={title}>
              {body}
            </Section>
          ),
        )}
      </div>
    );
  return (
    <div className={first.length > 0 && second.length > 0 ? "grid items-start gap-x-5 lg:grid-cols-2" : undefined}>
      {column(first)}
      {column(second)}
    </div>
  );
}

/** Each member's page begins anew: what was typed for one, such as words or a sum, must not stand in another's form. */
export default function MemberFilePage(props: Route.ComponentProps) {
  return <WholeFile key={props.loaderData.file.member.id} {...props} />;
}

/**
 * Shows what is known about a member, as far as the caller's role needs it, and what may be done: first who it is, what
 * others reported and what was decided, then money and messages, last what is rarely needed.
 */
function WholeFile({ loaderData: { file, role } }: Route.ComponentProps) {
  const t = useTexts("staff-members");
  const staff = useTexts("staff");
  const decisions = useTexts("decisions");
  const auth = useTexts("auth");
  const { member, photos, money, safety } = file;
  const { id } = member;
  const state = useLocation().state as { text?: string } | null;
  // the server does not have the history's state
  const prepared = useHydrated() ? (state?.text ?? "") : "";
  const mayDecide = (roles: readonly StaffRole[]) => role !== null && roles.includes(role);
  const isBanned =
    member.status === "banned" ||
    safety?.decisions.some(({ decision, in_force }) => decision === "banned" && in_force) === true;
  const mayRefund = mayDecide(refundRoles);
  const isOpen = member.status !== "deleted";
  /** The rows, each with one or two columns, from top to bottom: the contents follow from them. */
  const rows: Record<string, (Part | false | null)[][]> = {
    who: [
      [
        {
          body: (
            <>
              <Profile file={file} />
              <Photos photos={photos} member={member} role={role} />
              <Introductions introductions={file.introductions} member={member} />
            </>
          ),
        },
      ],
      safety
        ? [
            card(
              "reports",
              t("reports.title"),
              <Reports id={id} reports={safety.reports} role={role} />,
              safety.reports.length,
            ),
            card(
              "decisions",
              decisions("title"),
              <>
                <HeldDecision />
                {safety.decisions.length + safety.help.length + safety.rejected_pictures.length === 0 ? (
                  <p className="text-muted">{t("none")}</p>
                ) : null}
                <Decisions
                  decisions={safety.decisions}
                  help={safety.help}
                  member={mayDecide(sanctionRoles) ? member : null}
                  replies={file.lift_replies}
                />
                <RejectedPictures
                  name={member.name}
                  pictures={safety.rejected_pictures}
                  member={mayDecide(sanctionRoles) ? id : null}
                />
                {mayDecide(sanctionRoles) ? <TellAuthority id={id} reports={safety.reports} /> : null}
              </>,
              safety.decisions.length + safety.help.length + safety.rejected_pictures.length,
            ),
          ]
        : [],
    ],
    measures: [
      [
        mayDecide(sanctionRoles) && {
          body: (
            <RestoreForm
              key={`lift ${member.version}`}
              member={member}
              decisions={safety?.decisions ?? []}
              replies={file.lift_replies}
            />
          ),
        },
      ],
      [
        mayDecide(sanctionRoles) &&
          !isBanned &&
          card("measure", `${t("measure.title")} · ${member.name}`, <MeasureForm key={member.version} {...file} />),
      ],
    ],
    payments: [
      [
        money &&
          card(
            "payments",
            t("money.payments"),
            <Payments payments={money.payments} mayRefund={mayRefund} />,
            money.payments.length,
          ),
      ],
    ],
    credits: [
      [money && card("credits", t("money.credits"), <Credits {...money} />)],
      [money && { body: <MoneyForms {...money} mayRefund={mayRefund} id={id} open={isOpen} /> }],
    ],
    messages: [
      [
        safety &&
          card(
            "complaints",
            t("letters"),
            <MemberComplaints complaints={safety.complaints} />,
            safety.complaints.length,
          ),
      ],
      [
        role !== null &&
          !member.fictional &&
          isOpen &&
          card(
            "write",
            `${t("write.title")} · ${member.name}`,
            <WriteForm key={prepared} {...file} prepared={prepared} />,
          ),
      ],
    ],
    notes: [[safety && card("notes", t("notes.title"), <Notes id={id} notes={safety.notes} />, safety.notes.length)]],
    details: [
      [role && card("sensitive", t("sensitive.title"), <Sensitive id={id} role={role} />)],
      [safety && card("devices", auth("devices.title"), <Devices devices={safety.devices} />, safety.devices.length)],
    ],
    leaving: [[mayDecide(moneyRoles) && !isBanned && isOpen && { body: <LeaveForm {...file} /> }]],
  };
  const seen = Object.entries(rows).map(([name, columns]) => ({
    name,
    columns: columns.map((parts) => parts.filter((part) => part !== false && part !== null)),
  }));
  return (
    <Screen
      title={member.name}
      actions={
        <>
          <BackToQueue />
          {mayDecide(adminRoles) ? (
            <Link to={`/staff/log?member=${id}`} className="link py-2.5">
              {staff("log.title")}
            </Link>
          ) : null}
          <Link to="/staff/members" className="link py-2.5">
            {t("title")}
          </Link>
        </>
      }
    >
      <Contents parts={seen.flatMap(({ columns }) => columns.flat())} />
      {seen.map(({ name, columns }) => (
        <Row key={name} columns={columns} />
      ))}
    </Screen>
  );
}

/** The fields that staff see one by one, each for a reason that is logged. They are gone with the page. */
export function Sensitive({ id, role }: { id: string; role: StaffRole }) {
  const t = useTexts("staff-members");
  const format = useFormat();
  const reasonField = useReasonField();
  const { run, pending, failure } = useCall(revealFields);
  const [values, setValues] = useState<Partial<Record<SensitiveField, string>>>({});
  const mayAsk = (field: SensitiveField) => (sensitiveRoles[field] as readonly StaffRole[]).includes(role);
  const words = (field: SensitiveField, value: string) => {
    if (value === "") return t("sensitive.nothing");
    return field === "date_of_birth" ? format.calendarDay(value) : value;
  };
  const revealed = sensitiveFields.filter((field) => values[field] !== undefined);
  const hidden = sensitiveFields.filter((field) => mayAsk(field) && values[field] === undefined);
  const fields = optionsOf(hidden, (value) => t(`sensitive.${value}`));
  return (
    <>
      <div role="status">
        <Facts facts={revealed.map((field) => [t(`sensitive.${field}`), words(field, values[field] ?? "")])} />
      </div>
      {hidden.length === 0 ? null : (
        <CallForm
          failure={failure}
          className="mt-3"
          onSubmit={async ({ field, reason = "" }) => {
            const asked = sensitiveFields.find((each) => each === field);
            const answer = asked && (await run({ body: { id, fields: [asked], reason } }));
            if (answer) setValues((before) => ({ ...before, [asked]: answer.fields[asked] ?? "" }));
          }}
        >
          <p className="mb-3 text-muted">{t("sensitive.text")}</p>
          <Fields
            of={[
              choice("field", t("sensitive.which"), fields),
              // the next detail needs a reason of its own
              { ...reasonField, key: `reason ${revealed.length}` },
            ]}
          />
          <Button type="submit" look="outline" pending={pending}>
            {t("sensitive.show")}
          </Button>
        </CallForm>
      )}
    </>
  );
}
