import { ChevronLeft } from "lucide-react";
import { Link } from "react-router";
import { settingsPath } from "#contract/setting-sections.ts";

/** The way back to the list of settings, above the heading of a page that the list leads to. */
export function SettingsLink({ label, className = "" }: { label: string; className?: string }) {
  return (
    <Link to={settingsPath} className={`link -ms-1 mb-1 inline-flex min-h-11 items-center gap-1 ${className}`}>
      <ChevronLeft aria-hidden className="size-5 shrink-0" />
      {label}
    </Link>
  );
}
