import { ShieldAlert, ShieldCheck, ShieldQuestion } from "lucide-react";
import { Link } from "react-router";
import { auditActions, commandLine, getAuditLog } from "#contract/audit-log.ts";
import type { AnswerOf, InputOf } from "#contract/call.ts";
import { pickParams } from "#web/lib/pick-params.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { DataTable } from "#web/office/numbers/data-table.tsx";
import { Button, OutlineLink } from "#web/ui/button.tsx";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { choice, optionsOf } from "#web/ui/fields.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/audit-log.ts";
import { AuditLogTable, useActionName } from "./audit-log-table.tsx";
import { FilterCard } from "./filter-card.tsx";
import { useFilterFields } from "./filter-fields.ts";
import { loadStaff } from "./load-staff.ts";

const logFilters = ["staff", "member", "action", "key", "from", "to"] as const;
type LogFilters = Partial<Record<(typeof logFilters)[number], string>>;

type Props = { asked: LogFilters } & Pick<AnswerOf<typeof getAuditLog>, "people" | "keys">;

function AuditLogFilters({ asked, people, keys }: Props) {
  const t = useTexts("staff");
  const numbers = useTexts("numbers");
  const money = useTexts("money");
  const actionName = useActionName();
  const filters = useFilterFields();
  const persons = people.map(({ id, name, role }) => ({ value: id, label: `${name} (${t(`role.${role}`)})` }));
  const actions = optionsOf(auditActions, actionName).sort((one, other) => one.label.localeCompare(other.label));
  const path = `/staff-csv/log?${new URLSearchParams(asked)}`;
  return (
    <FilterCard
      columns="sm:grid-cols-2 lg:grid-cols-4"
      of={[
        choice("staff", t("log.who"), [...persons, { value: commandLine, label: t("log.command") }], {
          empty: money("search.any"),
          defaultValue: asked.staff,
        }),
        choice("action", t("log.what"), actions, { empty: money("search.any"), defaultValue: asked.action }),
        keys.length > 0 &&
          choice(
            "key",
            t("log.key"),
            keys.map(({ id, name }) => ({ value: id, label: name })),
            { empty: money("search.any"), defaultValue: asked.key },
          ),
        ...filters.days(asked),
      ]}
    >
      <div className="lg:col-span-2">
        <TextField
          name="member"
          label={t("log.member")}
          note={t("log.member_note")}
          defaultValue={asked.member}
          autoComplete="off"
          spellCheck={false}
          pattern="[0-9a-fA-F\-]{36}"
        />
      </div>
      <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
        <Button type="submit" look="outline">
          {numbers("filter.show")}
        </Button>
        <DownloadLink href={path} look="quiet">
          {numbers("csv")}
        </DownloadLink>
        {Object.keys(asked).length > 0 ? (
          <Link to="/staff/log" className="link py-2.5">
            {t("log.all")}
          </Link>
        ) : null}
      </div>
    </FilterCard>
  );
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = pickParams(new URL(request.url).searchParams, [...logFilters, "before"]);
  // the API rejects values that are not among the choices
  const query = asked as InputOf<typeof getAuditLog>["query"];
  return { asked, log: await loadStaff(context, getAuditLog, { query }) };
}

type Opened = AnswerOf<typeof getAuditLog>["opened"];

function MostOpened({ opened: { days, by_staff: byStaff, members } }: { opened: Opened }) {
  const t = useTexts("staff");
  const format = useFormat();
  if (byStaff.length === 0) return null;
  return (
    <Section title={t("log.opened_title", { days })} className="mb-5">
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="surface-card min-w-0 px-1">
          <DataTable
            caption={t("log.opened_staff")}
            rows={byStaff}
            keyOf={({ name }) => name}
            columns={[
              { name: t("log.opened_staff"), cell: ({ name }) => name },
              { name: t("log.opened_members"), number: true, cell: (row) => format.number(row.members) },
              { name: t("log.opened_searches"), number: true, cell: ({ searches }) => format.number(searches) },
            ]}
          />
        </div>
        {members.length === 0 ? null : (
          <div className="surface-card min-w-0 px-1">
            <DataTable
              caption={t("log.member")}
              rows={members}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: t("log.member"),
                  cell: ({ id, name }) => (
                    <Link to={`/staff/members/${id}`} className="link inline-block py-1">
                      {name ?? id}
                    </Link>
                  ),
                },
                { name: t("log.opened_by"), number: true, cell: ({ staff }) => format.number(staff) },
              ]}
            />
          </div>
        )}
      </div>
    </Section>
  );
}

/** Shows what staff did, newest first, and whether any of it was changed since. */
export default function AuditLog({ loaderData: { asked, log } }: Route.ComponentProps) {
  const t = useTexts("staff");
  const format = useFormat();
  const { entries, before, people, keys, check, opened } = log;
  const broken = check?.broken ?? null;
  const tone = broken !== null ? "bg-danger-tint font-semibold text-danger-ink" : check ? "bg-good-tint" : "bg-tint";
  const Icon = broken !== null ? ShieldAlert : check ? ShieldCheck : ShieldQuestion;
  const { before: _page, ...filters } = asked;
  return (
    <Screen
      title={t("log.title")}
      actions={
        <Link to="/staff" className="link py-2.5">
          {t("queue.back")}
        </Link>
      }
    >
      <p className={`mb-5 flex items-center gap-2.5 rounded-md p-3.5 ${tone}`}>
        <Icon aria-hidden className="size-5" />
        <span suppressHydrationWarning>
          {check === null
            ? t("log.unchecked")
            : broken === null
              ? t("log.whole", { age: format.ago(check.at) })
              : t("log.broken", { id: broken })}
        </span>
      </p>
      <AuditLogFilters key={JSON.stringify(filters)} asked={filters} people={people} keys={keys} />
      {Object.keys(asked).length === 0 ? <MostOpened opened={opened} /> : null}
      {entries.length === 0 ? <p>{t("log.none")}</p> : <AuditLogTable entries={entries} />}
      {before === null ? null : (
        <p className="mt-5">
          <OutlineLink to={`/staff/log?${new URLSearchParams({ ...filters, before: String(before) })}`}>
            {t("log.older")}
          </OutlineLink>
        </p>
      )}
    </Screen>
  );
}
