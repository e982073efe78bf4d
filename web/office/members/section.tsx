import type { ReactNode } from "react";
import { Fact } from "#web/ui/fact.tsx";
import { Section as PlainSection } from "#web/ui/section.tsx";

export const Section = (props: { title: string; id?: string; children: ReactNode }) => (
  <PlainSection className="surface-card mb-5 p-4 md:p-5" {...props} />
);

/** Those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <Fact key={name} term={name} className="wrap-anywhere">
            {value}
          </Fact>
        ),
      )}
    </dl>
  );
}
