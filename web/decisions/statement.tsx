import { getStatement } from "#contract/decisions.ts";
import { pageOf } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/statement.ts";
import { Entry } from "./entry.tsx";

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  return { token, ...(await pageOf(context).load(getStatement, { query: { token } })) };
}

/** D11.2: one decision with its reasons and a way to object, by the link in its mail, for members who can't log in. */
export default function Statement({ loaderData: { token, decision } }: Route.ComponentProps) {
  const t = useTexts("decisions");
  return (
    <Screen title={t("title")} narrow>
      <Entry decision={decision} token={token} />
    </Screen>
  );
}
