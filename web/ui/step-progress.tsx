import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#web/lib/texts.tsx";

/** "Step 3 of 5": counts all screens until the first faces. `back` links to the previous step. */
export function StepProgress({ number, total, back }: { number: number; total: number; back: ReactNode }) {
  const t = useTexts("account");
  const steps = Array.from({ length: total }, (_, index) => index);
  return (
    <div className="mb-2 flex min-h-11 items-center gap-1 noscript:hidden">
      {back}
      <p className="me-auto text-muted text-sm">{t("signup.step", { number, total })}</p>
      <div aria-hidden="true" className="flex gap-1.5">
        {steps.map((index) => (
          <span
            key={index}
            className={`h-1.5 w-5 rounded-full min-[400px]:w-7 ${index < number ? "bg-primary" : "bg-line"}`}
          />
        ))}
      </div>
    </div>
  );
}

export function BackArrow() {
  return <ArrowLeft aria-hidden className="size-5" />;
}
