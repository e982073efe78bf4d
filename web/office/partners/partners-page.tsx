import { Link2Off } from "lucide-react";
import { openPartnersPage, type PartnersPage } from "#contract/partners.ts";
import { loadByLink, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/partners-page.ts";
import { StatementTables } from "./statement-tables.tsx";

export const handle: ScreenHandle = { who: "everyone", texts: ["partners"], entryWarning: false };

export const loader = ({ context, params: { token } }: Route.LoaderArgs) =>
  loadByLink(async () => (await pageOf(context).call(openPartnersPage, { query: { token } })).partner);

/** The address opens the page, so no other site may learn it. */
export function headers() {
  return { "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" };
}

/** R13.02: what a partner reads of its statements, by a link and without an account. */
export default function OwnPage({ loaderData: partner }: Route.ComponentProps) {
  const t = useTexts("partners");
  if (partner === null) {
    return (
      <Outcome icon={Link2Off} title={t("over_title")}>
        <p>{t("over")}</p>
      </Outcome>
    );
  }
  return <Statements {...partner} />;
}

function Statements({ name, owed, few, statements, payouts }: PartnersPage) {
  const t = useTexts("partners");
  const format = useFormat();
  return (
    <Screen title={name}>
      <p className="mb-5 max-w-prose text-muted text-sm">{t("own_means")}</p>
      <p className="mb-5 font-semibold">
        {t("owed")}: {owed.map(({ amount, currency }) => format.money(amount, currency)).join(", ") || "–"}
      </p>
      {few ? <p className="mb-5 max-w-prose">{t("few")}</p> : null}
      <div className="grid grid-cols-1 gap-5">
        <StatementTables statements={few ? null : statements} payouts={payouts} />
      </div>
    </Screen>
  );
}
