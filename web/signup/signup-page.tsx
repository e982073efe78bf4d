import { DoorClosed } from "lucide-react";
import type { ReactNode } from "react";
import type { Card } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import type { SignupCheck } from "./check.ts";
import type { SignupDraft } from "./draft.ts";
import { PlaceFields } from "./fields.tsx";
import type { loadSignup } from "./load-signup.ts";
import { SignupForm } from "./signup-form.tsx";
import { canWriteFirst, findStartStep, findStepOfFields, listFormSteps } from "./steps.ts";
import { TeaserToSee } from "./teaser.tsx";
import { useCheckTexts } from "./use-signup.ts";
import { useStepsInAddress } from "./use-steps.ts";

type Props = {
  loaded: Awaited<ReturnType<typeof loadSignup>>;
  /** The answer to a form sent without scripts: its error, or its prefilled values. */
  answer:
    | {
        refused: FormFailure | null;
        wrong: Record<string, SignupCheck>;
        first: SignupDraft;
        picked: string[];
      }
    | undefined;
  to?: string | null;
  member: Card | null;
  /** Of someone whose details another platform handed over: the link proves the address. */
  imported?: { token: string; emailNote: string };
  children?: ReactNode;
};

function SignupClosed() {
  const t = useTexts("account");
  const access = useTexts("auth");
  return (
    <Outcome icon={DoorClosed} title={t("signup.closed")}>
      <p>{t("signup.closed_text")}</p>
      <ButtonLink to="/login" size="large">
        {access("login.send")}
      </ButtonLink>
    </Outcome>
  );
}

/** Errors of fields come all at once; a failure of the whole form stands alone. */
function withOwnChecks(refused: FormFailure, own: Record<string, string>): FormFailure {
  return Object.keys(refused.fields).length === 0 ? refused : { ...refused, fields: { ...own, ...refused.fields } };
}

/** The signup on its own page: for visitors who come by a link or have no scripts. */
export function SignupPage({ loaded, answer, to: recipient = null, member, imported, children }: Props) {
  const t = useTexts("account");
  const to = canWriteFirst(useSettings()) ? recipient : null;
  const names = listFormSteps(to !== null);
  const first = { ...loaded.first, ...answer?.first };
  const start = findStartStep(names, { to, first });
  const toTexts = useCheckTexts();
  const refused = answer?.refused ? withOwnChecks(answer.refused, toTexts(answer.wrong)) : null;
  const steps = useStepsInAddress(names, {
    first: start,
    // the answers of a refused form are not those of the address
    opened: findStartStep(names, { to, first: loaded.first }),
    refused: refused ? findStepOfFields(names, refused.fields) : undefined,
  });
  if (!loaded.open) {
    return (
      <>
        <SignupClosed />
        <div className="container mx-auto max-w-lg pb-6">{children}</div>
      </>
    );
  }
  return (
    <div className="container py-3 md:py-10">
      <PageTitle title={t("signup.title")} />
      <div className="mx-auto max-w-lg">
        <h1 className="font-semibold text-base text-primary-ink tracking-normal">{t("signup.heading")}</h1>
        {member !== null && to === null && steps.step === start ? (
          <div className="mt-4">
            <TeaserToSee member={member} />
          </div>
        ) : null}
        {children}
        <SignupForm
          steps={steps}
          first={first}
          refused={refused}
          clickNetwork={loaded.clickNetwork}
          to={to}
          member={member}
          provenNote={imported?.emailNote}
          next={loaded.next}
        >
          {imported === undefined ? null : <input type="hidden" name="imported" value={imported.token} />}
          <div className="not-noscript:hidden">
            <h2 className="mb-5 text-2xl">{t("complete.location")}</h2>
            <PlaceFields countries={loaded.countries} defaults={first} />
            {answer?.picked.map((code) => (
              <input key={code} type="hidden" name="interests" value={code} />
            ))}
            {Object.entries(loaded.tracking ?? {}).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
          </div>
        </SignupForm>
      </div>
    </div>
  );
}
