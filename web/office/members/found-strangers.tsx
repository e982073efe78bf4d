import { Link } from "react-router";
import type { StrangersItem } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type AskedFind, findSectionId } from "#web/office/staff/asked-find.ts";
import { useOwnSites } from "#web/office/staff/own-sites.tsx";

const queueOf = { complaint: "complaints", notice: "reports" } as const;

/** Leads to complaints and notices of people without an account, where the queue finds them by their number. */
export function FoundStrangers({ items, alone }: { items: readonly StrangersItem[]; alone: boolean }) {
  const t = useTexts("staff-members");
  const format = useFormat();
  const { nameOf } = useOwnSites();
  if (items.length === 0) return null;
  return (
    <div role={alone ? "status" : undefined} className="surface-card mb-5 px-4 py-2 md:px-5">
      <p className="py-2 font-semibold">{t(alone ? "find.strangers_only" : "find.strangers_too")}</p>
      <ul>
        {items.map(({ kind, id, number, site, at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 border-line border-t py-1">
            <Link
              to={{ pathname: `/staff/queue/${queueOf[kind]}`, hash: findSectionId }}
              state={{ find: number } satisfies AskedFind}
              className="link inline-block break-words py-2 font-semibold"
            >
              {t(`find.stranger_${kind}`, { number: kind === "notice" ? number.slice(0, 8) : number })}
            </Link>
            <span className="text-muted text-sm">
              {nameOf(site)} · {format.date(at)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
