import { MapPin } from "lucide-react";
import { Link } from "react-router";
import type { User } from "#contract/user.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useMoment } from "./date-facts.tsx";

/** A date that a friend knows about, until the member has said "I'm fine"; leads to its button. */
export default function RunningDate({ date }: { date: User["shared_dates"][number] }) {
  const t = useTexts("shared-dates");
  const moment = useMoment(date.time_zone);
  return (
    <Link
      to={`/dates#${date.id}`}
      className="flex min-h-11 shrink-0 items-center gap-2.5 border-line border-b bg-tint px-4 py-2 text-ink text-sm no-underline"
    >
      <MapPin aria-hidden className="size-4 shrink-0 text-primary-ink" />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{t("list.friend_knows")}</span>{" "}
        {t("list.early", { when: moment(date.fine_by) })}
      </span>
    </Link>
  );
}
