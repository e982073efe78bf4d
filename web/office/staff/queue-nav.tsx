import { BookOpen, Users } from "lucide-react";
import { Link } from "react-router";
import type { QueueName } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { Queues } from "./load-queue.ts";

const linkClass =
  "inline-flex min-h-11 items-center gap-2 rounded-full border px-4 md:min-h-8 md:gap-1.5 md:px-3 md:text-sm";

/** Sideways only, and once: a `Link` calls its ref at each render, which would take the page away from who writes. */
function scrollToCenter(entry: HTMLLIElement | null): void {
  const row = entry?.closest("nav");
  if (!entry || !row) return;
  const [inner, outer] = [entry.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

export function QueueNav({ queues, current, waiting }: { queues: Queues; current: QueueName; waiting: number }) {
  const t = useTexts("staff");
  const members = useTexts("staff-members");
  const format = useFormat();
  return (
    <nav aria-label={t("queue.title")} className="queue-nav">
      <ul className="flex gap-2 md:flex-wrap md:gap-1.5">
        {queues.map(({ name, waiting: counted }) => {
          const isHere = name === current;
          const count = isHere ? waiting : counted;
          return (
            <li key={name} ref={isHere ? scrollToCenter : undefined} className="max-w-[85vw] shrink-0">
              <Link
                to={`/staff/queue/${name}`}
                aria-current={isHere ? "page" : undefined}
                className={`${linkClass} ${isHere ? "border-primary bg-tint font-semibold text-primary-ink" : "border-line bg-card"}`}
              >
                {t(`queues.${name}`)}
                {count === 0 ? null : <span className="font-semibold tabular-nums">{format.number(count)}</span>}
              </Link>
            </li>
          );
        })}
        <li className="max-w-[85vw] shrink-0">
          <Link to="/staff/members" className={`${linkClass} border-line bg-card`}>
            <Users aria-hidden className="size-4" />
            {members("title")}
          </Link>
        </li>
        <li className="max-w-[85vw] shrink-0">
          <Link to="/staff/guide" className={`${linkClass} border-line bg-card`}>
            <BookOpen aria-hidden className="size-4" />
            {t("guide.title")}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
