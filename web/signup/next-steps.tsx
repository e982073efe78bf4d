import { Bell, ChevronRight, ListChecks, MailCheck, PenLine } from "lucide-react";
import { Link } from "react-router";
import type { SignupStep } from "#contract/sites.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { usePush } from "#web/notifications/use-push.ts";
import { listOpenSteps } from "./complete-steps.ts";
import type { StepProps } from "./step-props.ts";

const icons = {
  personal_info: ListChecks,
  about_me: PenLine,
  push: Bell,
  confirm_email: MailCheck,
} as const;
type NextStep = keyof typeof icons;

const isNextStep = (step: SignupStep): step is NextStep => step in icons;

/** The unfinished steps that make a new member easier to find and to answer; one link each (ux: Signup). */
export function NextSteps({ user, own }: Pick<StepProps, "user" | "own">) {
  const t = useTexts("account");
  const { signup_steps } = useSettings();
  const currentUser = useMember() ?? user;
  const push = usePush().state;
  const isPushDecided = push === "incapable" || push === "denied" || push === "subscribed";
  const openNextSteps = listOpenSteps(signup_steps, { user: currentUser, own })
    .filter(isNextStep)
    .filter((step) => step !== "push" || !isPushDecided);
  if (openNextSteps.length === 0) return null;
  return (
    <section aria-labelledby="next-things" className="surface-card my-6 p-5 md:my-8 md:p-6">
      <h2 id="next-things" className="text-xl">
        {t("next.title")}
      </h2>
      <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2 md:grid-cols-2">
        {openNextSteps.map((step) => {
          const Icon = icons[step];
          return (
            <li key={step}>
              <Link
                to={`/complete-signup?step=${step}`}
                className="flex min-h-14 items-center gap-3.5 rounded-md border border-line px-4 py-3 no-underline hover:bg-tint"
              >
                <Icon aria-hidden className="size-6 shrink-0 text-primary-ink" />
                <span className="min-w-0 grow">
                  <span className="block font-semibold">{t(`next.${step}`)}</span>
                  <span className="block break-words text-muted text-sm">
                    {t(`next.${step}_text`, { email: currentUser.email })}
                  </span>
                </span>
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
