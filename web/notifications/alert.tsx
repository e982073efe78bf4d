import { type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";

type Props = {
  icon: LucideIcon;
  title: string;
  text: string;
  /** What went wrong with the action. */
  failure?: string | null;
  /** The label of the button that hides the alert. */
  close: string;
  onClose: () => void;
  action: ReactNode;
  className?: string;
};

/** A notice above a page that can be hidden for good; one line on a phone. */
export function Alert({ icon: Icon, title, text, failure = null, close, onClose, action, className = "" }: Props) {
  return (
    <div className={`flex items-start gap-3 rounded-md bg-tint p-4 ${className}`}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-ink" />
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <p className="font-semibold">{title}</p>
          {/* on a phone there is room for one line above the search results */}
          <p className="max-md:hidden">{text}</p>
          <div role="alert">{failure === null ? null : <p className="field-error">{failure}</p>}</div>
        </div>
        {action}
      </div>
      <button type="button" className="icon-button -me-2 -mt-2.5" aria-label={close} onClick={onClose}>
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}
