import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const looks = {
  info: { icon: Info, className: "bg-unread-tint" },
  good: { icon: CircleCheck, className: "bg-good-tint" },
  warning: { icon: TriangleAlert, className: "bg-warning-tint" },
  bad: { icon: CircleAlert, className: "bg-danger-tint" },
};

type Props = { tone?: keyof typeof looks; title?: ReactNode; children?: ReactNode; actions?: ReactNode };

/** Information in the place where it matters. */
export function Notice({ tone = "info", title, children, actions }: Props) {
  const { icon: Icon, className } = looks[tone];
  return (
    <div className={`flex items-start gap-3 rounded-md p-4 ${className}`}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 grow">
        {title === undefined ? null : <p className="font-semibold">{title}</p>}
        {children === undefined ? null : <div>{children}</div>}
        {actions === undefined ? null : <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  );
}
