import { type Decision, getStatement } from "#contract/decisions.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";
import { linkParts } from "#web/pages/page-body.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/statement.ts";
import { Entry } from "./entry.tsx";

export const handle: ScreenHandle = { who: "everyone", texts: ["decisions"] };

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  return { token, ...(await pageOf(context).load(getStatement, { query: { token } })) };
}

/** After these a member cannot log in, and so cannot use the settings for their data (GDPR, Articles 12 to 21). */
const keepsOut: readonly Decision["decision"][] = ["suspended", "banned"];

/** Shows one decision with its reasons and a way to object, by its mail's link, to members who can't log in. */
export default function Statement({ loaderData: { token, decision } }: Route.ComponentProps) {
  const t = useTexts("decisions");
  const { support_email: email } = useSettings();
  return (
    <Screen title={t("title")} narrow>
      <Entry decision={decision} token={token} />
      {keepsOut.includes(decision.decision) ? (
        <p className="mt-6 text-muted text-sm">{rich(t("your_data", { email: `<mail>${email}</mail>` }), linkParts)}</p>
      ) : null}
    </Screen>
  );
}
