import { CircleCheck, ShieldAlert } from "lucide-react";
import type { ReactNode } from "react";
import { getFraudWarning } from "#contract/fraud-warnings.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/warning.ts";

export const handle: ScreenHandle = { who: "members", texts: ["fraud-warnings", "decisions"] };

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = pageOf(context);
  await page.member();
  return await page.load(getFraudWarning, { query: { id: params.id } });
}

/** What a member is told about a member who was banned for fraud, and what to do now. */
export default function Warning({ loaderData: { warning } }: Route.ComponentProps) {
  const t = useTexts("fraud-warnings");
  const decisions = useTexts("decisions");
  const format = useFormat();
  const { support_email: email } = useSettings();
  const { name, lifted, ground, last_at, credits, help } = warning;
  return (
    <Screen title={t(lifted ? "lifted_title" : "title")} narrow>
      {lifted ? (
        <Notice tone="good">{t("lifted_text", { name })}</Notice>
      ) : (
        <>
          <Notice tone="warning">{t("text", { name })}</Notice>
          <dl className="mt-6 grid gap-3 [&_dd]:font-semibold">
            <Fact term={t("reason")}>{decisions(`ground.${ground}`)}</Fact>
            <Fact term={t("last")}>
              <time dateTime={last_at}>{format.date(last_at)}</time>
            </Fact>
            {credits === 0 ? null : <Fact term={t("credits")}>{String(credits)}</Fact>}
          </dl>
          <h2 className="mt-8 text-xl">{t("do")}</h2>
          <ul className="mt-3 grid gap-3">
            <Step icon={<ShieldAlert className="size-5" />}>{t("money")}</Step>
            <Step icon={<ShieldAlert className="size-5" />}>{t("data")}</Step>
          </ul>
          <h2 className="mt-8 text-xl">{t("if_paid")}</h2>
          <ul className="mt-3 grid gap-3">
            <Step icon={<CircleCheck className="size-5" />}>{t("bank")}</Step>
            <Step icon={<CircleCheck className="size-5" />}>{t("police")}</Step>
          </ul>
          <p className="mt-4">
            <a className="link inline-block py-2.5" href={help} rel="external noreferrer">
              {t("help")}
            </a>
          </p>
        </>
      )}
      <p className="mt-6 text-muted">{t("contact", { email })}</p>
    </Screen>
  );
}

function Step({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <li className="flex items-start gap-3">
      <span aria-hidden className="mt-0.5 shrink-0 text-primary-ink">
        {icon}
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}
