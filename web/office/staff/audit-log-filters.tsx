import { Download } from "lucide-react";
import { Form, Link } from "react-router";
import { auditActions, commandLine, type getAuditLog } from "#contract/audit-log.ts";
import type { AnswerOf } from "#contract/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { choice, Fields, optionsOf } from "#web/ui/fields.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useActionName } from "./audit-log-table.tsx";
import { useFilterFields } from "./filter-fields.ts";

/** The filters of the log as its address has them. */
export const logFilters = ["staff", "member", "action", "from", "to"] as const;
export type LogFilters = Partial<Record<(typeof logFilters)[number], string>>;

type Props = { asked: LogFilters; people: AnswerOf<typeof getAuditLog>["people"] };

/** Filters by staff member, action, day and member; the file has what the filters leave. */
export function AuditLogFilters({ asked, people }: Props) {
  const t = useTexts("staff");
  const numbers = useTexts("numbers");
  const money = useTexts("money");
  const actionName = useActionName();
  const filters = useFilterFields();
  const persons = people.map(({ id, name, role }) => ({ value: id, label: `${name} (${t(`role.${role}`)})` }));
  const actions = optionsOf(auditActions, actionName).sort((one, other) => one.label.localeCompare(other.label));
  const path = `/staff-csv/log?${new URLSearchParams(asked)}`;
  return (
    <Form className="surface-card mb-5 grid grid-cols-1 gap-x-4 p-4 sm:grid-cols-2 lg:grid-cols-4">
      <Fields
        of={[
          choice("staff", t("log.who"), [...persons, { value: commandLine, label: t("log.command") }], {
            empty: money("search.any"),
            defaultValue: asked.staff,
          }),
          choice("action", t("log.what"), actions, { empty: money("search.any"), defaultValue: asked.action }),
          ...filters.days(asked),
        ]}
      />
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
        <a href={path} download className={buttonClass({ look: "quiet" })}>
          <Download aria-hidden className="size-5" />
          {t("log.csv")}
        </a>
        {Object.keys(asked).length > 0 ? (
          <Link to="/staff/log" className="link py-2.5">
            {t("log.all")}
          </Link>
        ) : null}
      </div>
    </Form>
  );
}
