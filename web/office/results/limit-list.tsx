import { X } from "lucide-react";
import { Link } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { buttonClass } from "#web/ui/button.tsx";

/** A value that figures are limited to, by the words of its column and its own; `without`: the page without it. */
type Limit = { name: string; value: string; without: string };

/** What figures are limited to; each link removes one. */
export function LimitList({ of }: { of: readonly Limit[] }) {
  const t = useTexts("results");
  if (of.length === 0) return null;
  return (
    <ul aria-label={t("only")} className="mb-5 flex flex-wrap gap-2">
      {of.map(({ name, value, without }) => (
        <li key={name}>
          <Link
            to={without}
            aria-label={t("remove", { name, value })}
            className={buttonClass({ look: "outline" }, "min-h-11 wrap-anywhere")}
          >
            {t("limit", { name, value })}
            <X aria-hidden className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
