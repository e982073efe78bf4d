import { DoorClosed } from "lucide-react";
import { redirect } from "react-router";
import { settingPath } from "#contract/setting-sections.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useRootData, useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import type { Route } from "./+types/closed.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["privacy"] };

export async function loader({ context }: Route.LoaderArgs) {
  const until = (await pageOf(context).settings()).closed_until;
  if (until === "") throw redirect("/");
  return { until };
}

/** Says that the site is closed, and until when members get their data and money. */
export default function Closed({ loaderData: { until } }: Route.ComponentProps) {
  const t = useTexts("privacy");
  const shell = useTexts("shell");
  const format = useFormat();
  const { name, support_email: email } = useSettings();
  const loggedIn = useRootData()?.user !== null;
  return (
    <Outcome icon={DoorClosed} title={t("closed.title", { name })}>
      <p>{t("closed.text", { date: format.date(`${until}T12:00:00Z`) })}</p>
      <p>{t("closed.then", { email })}</p>
      {loggedIn ? (
        <>
          <ButtonLink to={settingPath("my-data")}>{t("closed.data")}</ButtonLink>
          <OutlineLink to="/withdrawal">{t("closed.money")}</OutlineLink>
          <OutlineLink to="/transactions">{t("closed.payments")}</OutlineLink>
          <OutlineLink to="/delete-account">{t("leave.title")}</OutlineLink>
        </>
      ) : (
        <ButtonLink to="/login?next=/closed">{shell("nav.log_in")}</ButtonLink>
      )}
    </Outcome>
  );
}
