import type { ReactNode } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { CardGrid } from "#web/ui/card-grid.tsx";
import { Section } from "#web/ui/section.tsx";

/** Members outside the viewer's preferences, under a heading that says so: no preference is widened silently. */
export function BeyondMembers({ children }: { children: ReactNode[] }) {
  const t = useTexts("match-finder");
  if (children.length === 0) return null;
  return (
    <Section title={t("beyond.heading")} heading="text-xl" className="mt-10">
      <p className="mt-1 mb-4 text-muted">{t("beyond.text")}</p>
      <CardGrid label={t("beyond.heading")}>{children}</CardGrid>
    </Section>
  );
}
