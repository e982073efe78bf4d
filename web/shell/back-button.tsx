import { ArrowLeft } from "lucide-react";
import { useNavigate } from "react-router";
import { useScreen } from "#web/lib/screen.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** R2.10: an installed app has no browser buttons. */
export default function BackButton() {
  const t = useTexts("shell");
  const navigate = useNavigate();
  const { back } = useScreen();
  // the router numbers the entries of the history, from 0
  if (!back || !(history.state?.idx > 0)) return null;
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
