import { Crown } from "lucide-react";
import { Link } from "react-router";
import { photoLimits } from "#contract/constants.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { premiumPath } from "./return-to.ts";

/** The benefits of Premium that come with the first purchase (R6.05). Lists only benefits that exist. */
export function WithPremium({ returnTo }: { returnTo: string | undefined }) {
  const t = useTexts("credits");
  return (
    <section aria-labelledby="with-premium" className="mt-6 max-w-2xl rounded-lg bg-good-tint px-5 py-4">
      <h2 id="with-premium" className="flex items-start gap-2.5 font-semibold text-base">
        <Crown aria-hidden className="mt-0.5 size-5 shrink-0 text-secondary-ink" />
        {t("with_premium.title")}
      </h2>
      <ul className="mt-2 list-disc space-y-1 ps-5">
        <li>{t("with_premium.chats")}</li>
        <li>{t("with_premium.photos")}</li>
        <li>{t("with_premium.own", { count: photoLimits.premium })}</li>
      </ul>
      <Link to={premiumPath(returnTo)} className="link inline-flex min-h-11 items-center">
        {t("with_premium.compare")}
      </Link>
    </section>
  );
}
