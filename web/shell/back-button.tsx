import { ArrowLeft } from "lucide-react";
import { useMatches, useNavigate } from "react-router";
import { isInstalled } from "#web/lib/installed.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";

const screens = ["members-id", "likes-type", "likes-m-id", "credits", "credits-id-paymentmethod"];

/** R2.10: an installed app has no browser around it, so it brings its own way back, where there is one. */
export function BackButton() {
  const t = useTexts("shell");
  const navigate = useNavigate();
  const route = useMatches().at(-1)?.id ?? "";
  const hydrated = useHydrated();
  // the router numbers the entries of the browser's history
  if (!hydrated || !screens.includes(route) || !isInstalled() || !(history.state?.idx > 0)) return null;
  return (
    <button
      type="button"
      className="icon-button -ms-2 shrink-0"
      aria-label={t("nav.back")}
      onClick={() => navigate(-1)}
    >
      <ArrowLeft aria-hidden className="size-6" />
    </button>
  );
}
