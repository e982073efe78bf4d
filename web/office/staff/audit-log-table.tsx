import type { ReactNode } from "react";
import { Link } from "react-router";
import { type AuditAction, type AuditLogEntry, auditActions } from "#contract/audit-log.ts";
import { grounds } from "#contract/decisions.ts";
import { queueNames } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";

type NamedAction = Exclude<AuditAction, `${string}_taken`>;
const isNamed = (action: string): action is NamedAction => auditActions.some((each) => each === action);

/** What the audit log says was done, in words; a code that is in use no more as it is. */
export function useActionName(): (action: string) => string {
  const t = useTexts("staff");
  return (action) => {
    const queue = queueNames.find((name) => action === `${name}_taken`);
    if (queue) return t("log.taken", { queue: t(`queues.${queue}`) });
    return isNamed(action) ? t(`action.${action}`) : action;
  };
}

/** How many credits, or how much money, an entry is about; undefined if it is about neither. */
function useAmount(): (detail: AuditLogEntry["detail"]) => string | undefined {
  const format = useFormat();
  const payments = useTexts("payments");
  return ({ amount, currency }) => {
    if (typeof amount !== "number") return undefined;
    if (typeof currency === "string") return format.money(amount, currency);
    return payments("list.credits", { count: amount });
  };
}

/** What else is known, as codes: for those who look into something. */
const others = ({ amount: _amount, currency: _currency, ...detail }: AuditLogEntry["detail"]) =>
  Object.entries(detail)
    .filter(([, value]) => value !== null && value !== "")
    .map((words) => words.join(" "))
    .join(", ");

const columns = ["when", "who", "what", "member", "why"] as const;

type CellProps = { column: (typeof columns)[number] | null; className?: string; children: ReactNode };

/** A cell that knows its column's name, which a narrow screen shows beside it; without content it is left out there. */
function Cell({ column, className = "", children }: CellProps) {
  const t = useTexts("staff");
  return (
    <td data-column={column === null ? "#" : t(`log.${column}`)} className={className}>
      {children === null || children === "" ? null : <div className="wrap-anywhere min-w-0">{children}</div>}
    </td>
  );
}

function Row({ entry }: { entry: AuditLogEntry }) {
  const t = useTexts("staff");
  const decisions = useTexts("decisions");
  const format = useFormat();
  const actionName = useActionName();
  const amount = useAmount()(entry.detail);
  const { id, at, staff, role, key, action, member_id: memberId, member, subject, reason, detail } = entry;
  const ground = grounds.find((each) => each === reason);
  const machine = key === null ? t("log.command") : t("log.program", { name: key });
  const who = role === null ? machine : `${staff} (${t(`role.${role}`)})`;
  const codes = [subject ?? "", others(detail)].filter((text) => text !== "").join(" · ");
  return (
    <tr>
      <Cell column={null} className="text-muted text-sm tabular-nums">
        {id}
      </Cell>
      <Cell column="when">
        <time dateTime={at}>
          {format.date(at)} {format.time(at)}
        </time>
      </Cell>
      <Cell column="who">{who}</Cell>
      <Cell column="what">
        {actionName(action)}
        {amount === undefined ? null : <span className="font-semibold tabular-nums"> {amount}</span>}
        {codes === "" ? null : <span className="block break-all text-muted text-xs">{codes}</span>}
      </Cell>
      <Cell column="member">
        {memberId === null ? null : (
          <Link to={`/staff/members/${memberId}`} className="link inline-block py-1">
            {member ?? memberId}
          </Link>
        )}
      </Cell>
      <Cell column="why">{ground ? decisions(`ground.${ground}`) : reason}</Cell>
    </tr>
  );
}

/** A table; on a narrow screen each entry is a card, so that nothing scrolls sideways. */
export function AuditLogTable({ entries }: { entries: readonly AuditLogEntry[] }) {
  const t = useTexts("staff");
  return (
    <section aria-label={t("log.title")} className="surface-card">
      <table className="audit-log">
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`log.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
