import { ArrowLeft } from "lucide-react";
import { useMatches, useNavigate } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { hasBackButton } from "./back-rules.ts";

/** An installed app has no browser buttons. */
export default function BackButton() {
  const t = useTexts("shell");
  const navigate = useNavigate();
  const route = useMatches().at(-1)?.id ?? "";
  if (!hasBackButton(route, history.state)) return null;
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
