import { badgeText } from "#web/lib/counts.ts";

type Props = {
  count: number;
  label: string;
  tone?: "unread" | "primary" | "warning" | "danger";
  className?: string;
  /** Also shows a zero, as for an empty balance. */
  zero?: boolean;
};

/** The number of waiting items, capped at 99+ (R2.08); nothing at zero. */
export function Badge({ count, label, tone = "unread", className = "", zero = false }: Props) {
  if (count <= 0 && !zero) return null;
  return (
    <span className={`badge badge-${tone} ${className}`}>
      <span aria-hidden>{badgeText(count)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
