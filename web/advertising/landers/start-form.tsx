import { type FormEvent, type ReactNode, use } from "react";
import { useHref, useLoaderData } from "react-router";
import { nicheAnswers } from "#contract/niches.ts";
import { genders, seeks } from "#contract/profiles.ts";
import { composeInterestSearch } from "#web/account/signup-link/intent.ts";
import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import { usePrices } from "#web/advertising/landings/costs.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { SignupContext } from "#web/signup/signup-over-page.tsx";
import { Button } from "#web/ui/button.tsx";
import type { LoadedLander } from "./load-lander.ts";

type FormProps = { children: ReactNode; className?: string; next?: string | undefined };

/** The signup opens over the page; without scripts it gets the posted form, so no address has the answers. */
export function StartForm({ children, className = "", next }: FormProps) {
  const signup = useSignupLink();
  const openSignup = use(SignupContext);
  const action = useHref(signup(next === undefined ? "/signup" : `/signup?${new URLSearchParams({ next })}`));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (openSignup === null) return;
    event.preventDefault();
    const answers = new FormData(event.currentTarget);
    const address = new URL(event.currentTarget.action);
    const interestSearch = composeInterestSearch(answers.getAll("interests").map(String));
    if (interestSearch !== null) address.searchParams.set("next", interestSearch);
    for (const name of ["gender", "seeks"]) {
      const answer = answers.get(name);
      if (typeof answer === "string") address.searchParams.set(name, answer);
    }
    openSignup(address);
  };
  return (
    <form method="post" action={action} onSubmit={submit} className={`start ${className}`}>
      {children}
    </form>
  );
}

type ChoiceProps = {
  name: string;
  legend: string;
  options: readonly { value: string; label: ReactNode }[];
  likely?: string | undefined;
};

/** A question with a few answers side by side, each large enough for a thumb. */
export function Choice({ name, legend, options, likely }: ChoiceProps) {
  return (
    <fieldset className="start-choice" data-question={name}>
      <legend>{legend}</legend>
      <div className="start-options">
        {options.map(({ value, label }) => (
          <label key={value} className="start-option">
            <input type="radio" name={name} value={value} defaultChecked={value === likely} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type Icons = { icons?: Readonly<Record<(typeof seeks)[number], ReactNode>> };

export function GenderChoice({ icons }: Icons) {
  const t = useTexts("account.question");
  const options = genders.map((value) => ({ value, label: labelOf(icons?.[value], t(`gender_${value}`)) }));
  const likely = nicheAnswers(useSettings().niche).gender;
  return <Choice name="gender" legend={t("gender")} options={options} likely={likely} />;
}

export function SeeksChoice({ icons }: Icons) {
  const t = useTexts("account.question");
  const options = seeks.map((value) => ({ value, label: labelOf(icons?.[value], t(`seeks_${value}`)) }));
  const likely = nicheAnswers(useSettings().niche).seeks;
  return <Choice name="seeks" legend={t("seeks")} options={options} likely={likely} />;
}

function labelOf(icon: ReactNode, word: string): ReactNode {
  return icon === undefined ? (
    word
  ) : (
    <>
      {icon}
      {word}
    </>
  );
}

/** A lander's button, and below it who may join and what it costs (ux: Arriving). Variant b has words of its own. */
export function StartButton({ children }: { children: ReactNode }) {
  const t = useTexts("landings");
  const common = useTexts("landers.common");
  const { lander } = useLoaderData<{ lander: LoadedLander }>();
  const { min_age: age } = useSettings();
  const prices = usePrices();
  return (
    <div className="start-end">
      <Button type="submit" size="large" wide>
        {lander.variant === "b" ? common("go_b") : children}
      </Button>
      <p className="start-note">
        {prices} {t("adults", { age })}
      </p>
    </div>
  );
}
