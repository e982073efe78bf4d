import { ShieldAlert, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { type AuditLogEntry, getAuditLog } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/audit-log.ts";
import { loadStaff } from "./load-staff.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const before = new URL(request.url).searchParams.get("before");
  return await loadStaff(context, getAuditLog, { query: before === null ? {} : { before } });
}

function Row({ entry }: { entry: AuditLogEntry }) {
  const t = useTexts("staff");
  const format = useFormat();
  const { id, at, staff, role, action, member_id: member, subject, reason } = entry;
  return (
    <tr className="border-line border-b align-top last:border-b-0">
      <td className="px-3 py-2 tabular-nums">{id}</td>
      <td className="whitespace-nowrap px-3 py-2">
        <time dateTime={at}>
          {format.date(at)} {format.time(at)}
        </time>
      </td>
      <td className="px-3 py-2">{role === null ? t("log.command") : `${staff} (${t(`role.${role}`)})`}</td>
      <td className="px-3 py-2">
        <code>{action}</code>{" "}
        {subject === null ? null : <code className="break-all text-muted text-sm">{subject}</code>}
      </td>
      <td className="break-all px-3 py-2 text-sm">{member}</td>
      <td className="break-words px-3 py-2">{reason}</td>
    </tr>
  );
}

type Line = { key: string; name: ReactNode; counts: readonly string[] };

/** Names with their counts. */
function Lines({ columns, lines }: { columns: readonly string[]; lines: readonly Line[] }) {
  const [first, ...others] = columns;
  return (
    <table className="surface-card w-full text-sm">
      <thead>
        <tr className="border-line border-b text-muted">
          <th scope="col" className="px-3 py-2 text-start">
            {first}
          </th>
          {others.map((column) => (
            <th key={column} scope="col" className="px-3 py-2 text-end">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, counts }) => (
          <tr key={key} className="border-line border-b last:border-b-0">
            <th scope="row" className="break-words px-3 py-1.5 text-start font-normal">
              {name}
            </th>
            {counts.map((count, index) => (
              <td key={others[index]} className="px-3 py-1.5 text-end tabular-nums">
                {count}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Opened = AnswerOf<typeof getAuditLog>["opened"];

/** Who of the team looked up most members, and who was looked up most. */
function MostOpened({ opened: { days, by_staff: byStaff, members } }: { opened: Opened }) {
  const t = useTexts("staff");
  const format = useFormat();
  if (byStaff.length === 0) return null;
  return (
    <section aria-labelledby="opened" className="mb-5">
      <h2 id="opened" className="mb-3 text-xl">
        {t("log.opened_title", { days })}
      </h2>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Lines
          columns={[t("log.opened_staff"), t("log.opened_members"), t("log.opened_searches")]}
          lines={byStaff.map(({ name, members: count, searches }) => ({
            key: name,
            name,
            counts: [format.number(count), format.number(searches)],
          }))}
        />
        <Lines
          columns={[t("log.opened_member"), t("log.opened_by")]}
          lines={members.map(({ id, name, staff }) => ({
            key: id,
            name: (
              <Link to={`/staff/members/${id}`} className="link inline-block py-1">
                {name ?? id}
              </Link>
            ),
            counts: [format.number(staff)],
          }))}
        />
      </div>
    </section>
  );
}

/** D11.4: what staff did, newest first, and whether any of it was changed since. */
export default function AuditLog({ loaderData: { entries, check, opened } }: Route.ComponentProps) {
  const t = useTexts("staff");
  const format = useFormat();
  const broken = check?.broken ?? null;
  const last = entries.at(-1);
  const columns = ["when", "who", "what", "member", "why"] as const;
  return (
    <Screen
      title={t("log.title")}
      actions={
        <Link to="/staff" className="link py-2.5">
          {t("queue.back")}
        </Link>
      }
    >
      <p
        className={`mb-5 flex items-center gap-2.5 rounded-md p-3.5 ${broken === null ? "bg-good-tint" : "bg-danger-tint font-semibold text-danger-ink"}`}
      >
        {broken === null ? (
          <ShieldCheck aria-hidden className="size-5" />
        ) : (
          <ShieldAlert aria-hidden className="size-5" />
        )}
        <span suppressHydrationWarning>
          {check === null
            ? t("log.unchecked")
            : broken === null
              ? t("log.whole", { age: format.ago(check.at) })
              : t("log.broken", { id: broken })}
        </span>
      </p>
      <MostOpened opened={opened} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard */}
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
      {last && last.id > 1 ? (
        <p className="mt-5">
          <ButtonLink to={`/staff/log?before=${last.id}`} look="outline">
            {t("log.older")}
          </ButtonLink>
        </p>
      ) : null}
    </Screen>
  );
}
