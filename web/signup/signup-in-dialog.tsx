import { useEffect, useState } from "react";
import { getCard } from "#contract/members.ts";
import type { Card } from "#contract/profiles.ts";
import { readIntent, readPrefilled } from "#web/account/signup-link/intent.ts";
import { call } from "#web/lib/call.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { visitorCountry } from "#web/sites/places/countries.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SignupForm } from "./signup-form.tsx";
import { canWriteFirst, findStartStep, listFormSteps } from "./steps.ts";
import { Teaser } from "./teaser.tsx";
import { useStepsInDialog } from "./use-steps.ts";

/** The card of the member the signup is for; null if visitors may not see it, undefined while loading. */
function useCard(id: string | null): Card | null | undefined {
  const [card, setCard] = useState<Card | null | undefined>(id === null ? null : undefined);
  useEffect(() => {
    if (id === null) return;
    const abortController = new AbortController();
    call(getCard, { query: { id }, signal: abortController.signal }).then(
      ({ member }) => setCard(member),
      () => abortController.signal.aborted || setCard(null),
    );
    return () => abortController.abort();
  }, [id]);
  return card;
}

/** The signup form in the dialog over a page (R2.17). */
export default function SignupInDialog({ address, onBegun }: { address: URL; onBegun: () => void }) {
  const intent = readIntent(address);
  const t = useTexts("account");
  const settings = useSettings();
  const member = useCard(intent.member);
  const country = visitorCountry(settings, useLanguage());
  const first = { ...readPrefilled(intent.search), country };
  const to = canWriteFirst(settings) ? intent.to : null;
  const names = listFormSteps(to !== null);
  const start = findStartStep(names, { to, first });
  const steps = useStepsInDialog(names, start);
  if (member === undefined) return <Skeleton className="h-96" />;
  return (
    <>
      {member !== null && to === null && steps.step === start ? (
        <Teaser member={member}>{t("signup.to_see", { name: member.name })}</Teaser>
      ) : null}
      <SignupForm steps={steps} first={first} member={member} to={to} next={intent.next} onBegun={onBegun}>
        <input type="hidden" name="country" value={country} />
      </SignupForm>
    </>
  );
}
