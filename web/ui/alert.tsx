import { type LucideIcon, X } from "lucide-react";
import type { ReactNode } from "react";
import type { DismissalKey } from "#web/lib/dismissals.ts";

type Props = {
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  failure?: string | null;
  /** The key under which closing it is stored. The page's own script can close it before the page is hydrated. */
  dismissal: DismissalKey;
  /** The label of the button that hides the alert. */
  close: string;
  onClose: () => void;
  action: ReactNode;
};

/**
 * A notice above a page that can be closed. A phone shows one line of it (D13.6): the action, or without one the title.
 * So the action's label has to say what the notice is about.
 */
export function Alert({ icon: Icon, title, text, failure = null, dismissal, close, onClose, action }: Props) {
  return (
    <div className="alert" data-alert={dismissal}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-ink max-md:mt-0" />
      <div className="alert-body">
        <div>
          <p className={action === null ? "font-semibold" : "font-semibold max-md:hidden"}>{title}</p>
          <div className="max-md:hidden">{text}</div>
          <div role="alert">{failure === null ? null : <p className="field-error">{failure}</p>}</div>
        </div>
        {action}
      </div>
      <button
        type="button"
        className="icon-button -me-2 md:-mt-2.5"
        aria-label={close}
        data-dismiss={dismissal}
        onClick={onClose}
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}
