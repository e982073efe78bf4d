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

function Row({ entry }: { entry: AuditLogEntry }) {
  const t = useTexts("staff");
  const decisions = useTexts("decisions");
  const format = useFormat();
  const actionName = useActionName();
  const amount = useAmount()(entry.detail);
  const { id, at, staff, role, action, member_id: memberId, member, subject, reason, detail } = entry;
  const ground = grounds.find((each) => each === reason);
  const codes = [subject ?? "", others(detail)].filter((text) => text !== "").join(" · ");
  return (
    <tr className="border-line border-b align-top last:border-b-0">
      <td className="px-3 py-2 text-muted text-sm tabular-nums">{id}</td>
      <td className="whitespace-nowrap px-3 py-2">
        <time dateTime={at}>
          {format.date(at)} {format.time(at)}
        </time>
      </td>
      <td className="px-3 py-2">{role === null ? t("log.command") : `${staff} (${t(`role.${role}`)})`}</td>
      <td className="min-w-44 px-3 py-2">
        {actionName(action)}
        {amount === undefined ? null : <span className="font-semibold tabular-nums"> {amount}</span>}
        {codes === "" ? null : <span className="block break-all text-muted text-xs">{codes}</span>}
      </td>
      <td className="px-3 py-2">
        {memberId === null ? null : (
          <Link to={`/staff/members/${memberId}`} className="link wrap-anywhere inline-block py-1">
            {member ?? memberId}
          </Link>
        )}
      </td>
      <td className="wrap-anywhere min-w-32 px-3 py-2">{ground ? decisions(`ground.${ground}`) : reason}</td>
    </tr>
  );
}

const columns = ["when", "who", "what", "member", "why"] as const;

export function AuditLogTable({ entries }: { entries: readonly AuditLogEntry[] }) {
  const t = useTexts("staff");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section aria-label={t("log.title")} tabIndex={0} className="surface-card overflow-x-auto">
      <table className="w-full text-start">
        <thead>
          <tr className="border-line border-b text-muted text-sm">
            <th scope="col" className="px-3 py-2 text-start">
              #
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 text-start">
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
