import { useSettings } from "#web/lib/root-data.ts";

/** The site's sign and words for a fictional profile, in the page's language. */
export function useFictionalWords(): { icon: string; label: string } {
  const { fictional_icon: icon, fictional_warning: label } = useSettings();
  return { icon, label };
}

/** D11.1: stands on every fictional profile, wherever it appears. */
export function FictionalLabel({ className = "" }: { className?: string }) {
  const { icon, label } = useFictionalWords();
  return (
    <span className={`fictional-label ${className}`}>
      <span aria-hidden="true">{icon}</span>
      <span className="min-w-0">{label}</span>
    </span>
  );
}
