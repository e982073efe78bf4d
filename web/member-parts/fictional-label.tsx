import { Drama } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { useSettings } from "#web/lib/root-data.ts";

/** The default sign. Not every device has a glyph for it, so it is drawn as an icon. */
const defaultSign = "🎭";

/** The site's sign and words for a fictional profile, in the page's language. */
export function useFictionalWords(): { icon: string; label: string } {
  const { fictional_icon: icon, fictional_warning: label } = useSettings();
  return { icon, label };
}

export function FictionalSign() {
  const { icon } = useFictionalWords();
  if (icon !== defaultSign) return <span aria-hidden="true">{icon}</span>;
  return <Drama aria-hidden className="fictional-sign" />;
}

/** A sentence with the sign drawn in it; screen readers get the words it stands for. */
export function WithFictionalSign({ text }: { text: string }): ReactNode {
  const { icon, label } = useFictionalWords();
  return text.split(icon).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
    <Fragment key={index}>
      {index === 0 ? null : (
        <>
          <FictionalSign />
          <span className="sr-only">{label}</span>
        </>
      )}
      {piece}
    </Fragment>
  ));
}

/** The label of every fictional profile, wherever it appears (D11.1). */
export function FictionalLabel({ className = "" }: { className?: string }) {
  const { label } = useFictionalWords();
  return (
    <span className={`fictional-label ${className}`}>
      <FictionalSign />
      <span className="min-w-0">{label}</span>
    </span>
  );
}
