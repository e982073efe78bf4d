import { ArrowLeft } from "lucide-react";
import { useMatches, useNavigate } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";

const screens = ["members-id", "likes-type", "likes-m-id", "credits", "credits-id-paymentmethod"];

/**
 * R2.10: an installed app has no browser buttons, so it shows its own back button, if there is a page to go back to.
 */
export default function BackButton() {
  const t = useTexts("shell");
  const navigate = useNavigate();
  const route = useMatches().at(-1)?.id ?? "";
  // the router numbers the entries of the browser's history
  if (!screens.includes(route) || !(history.state?.idx > 0)) return null;
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
