import { Scale } from "lucide-react";
import { Link } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { getDecisions } from "#contract/decisions.ts";
import { pageOf } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { Chip } from "#web/ui/chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/decisions.ts";
import { Entry } from "./entry.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  return await page.load(getDecisions);
}

/** What the member reported, and whether it is decided. */
function Reports({ reports }: { reports: AnswerOf<typeof getDecisions>["reports"] }) {
  const t = useTexts("decisions");
  const moderation = useTexts("moderation");
  const format = useFormat();
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby="own-reports" className="mt-8">
      <h2 id="own-reports" className="mb-3 text-xl">
        {t("reports.title")}
      </h2>
      <ul className="surface-card px-5 md:px-6">
        {reports.map(({ id, reason, open, created_at: at }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 border-line border-b py-3 last:border-b-0">
            <span className="min-w-0 flex-1">
              <span className="block">{moderation(`reasons.${reason}`)}</span>
              <time dateTime={at} className="text-muted text-sm">
                {format.date(at)}
              </time>
            </span>
            <Chip tone={open ? "plain" : "good"}>{t(open ? "reports.open" : "reports.closed")}</Chip>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** D11.2: the team's decisions about the member or their reports, with the reasons and a way to object. */
export default function Decisions({ loaderData: { decisions, reports } }: Route.ComponentProps) {
  const t = useTexts("decisions");
  return (
    <Screen title={t("title")} narrow>
      {decisions.length + reports.length === 0 ? (
        <EmptyState icon={<Scale aria-hidden className="size-8" />} title={t("empty.title")} text={t("empty.text")} />
      ) : (
        <>
          <p className="mb-5 text-muted">
            {t("intro")}{" "}
            <Link to="/pages/terms" className="link">
              {t("rules")}
            </Link>
          </p>
          <ul className="grid gap-4">
            {decisions.map((decision) => (
              <li key={decision.id}>
                <Entry decision={decision} />
              </li>
            ))}
          </ul>
          <Reports reports={reports} />
        </>
      )}
    </Screen>
  );
}
