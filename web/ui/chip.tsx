import type { ReactNode } from "react";

type Tone = "plain" | "tint" | "good" | "warning";
const tones: Record<Tone, string> = {
  plain: "border border-line bg-card",
  tint: "border border-transparent bg-tint text-primary-ink",
  good: "border border-transparent bg-good-tint text-secondary-ink",
  warning: "border border-transparent bg-warning-tint text-warning-ink",
};

export function Chip({ children, tone = "plain", icon }: { children: ReactNode; tone?: Tone; icon?: ReactNode }) {
  return (
    <span className={`inline-flex items-center gap-1.5 rounded-full px-3 py-1 font-medium text-sm ${tones[tone]}`}>
      {icon}
      {children}
    </span>
  );
}
