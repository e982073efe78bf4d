import { useEffect, useState } from "react";
import { getCard } from "#contract/members.ts";
import type { Card } from "#contract/profiles.ts";
import { call } from "#web/lib/call.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { likelyCountry } from "#web/places/countries.ts";
import { firstOfSearch, readIntent } from "#web/signup-link/intent.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SignupForm } from "./signup-form.tsx";
import { canWriteFirst, formStepsOf } from "./steps.ts";
import { Teaser } from "./teaser.tsx";
import { useStepsInDialog } from "./use-steps.ts";

/** The card of the member the signup is for; null if visitors may not see it, undefined while loading. */
function useCard(id: string | null): Card | null | undefined {
  const [card, setCard] = useState<Card | null | undefined>(id === null ? null : undefined);
  useEffect(() => {
    if (id === null) return;
    const left = new AbortController();
    call(getCard, { query: { id }, signal: left.signal }).then(
      ({ member }) => setCard(member),
      () => left.signal.aborted || setCard(null),
    );
    return () => left.abort();
  }, [id]);
  return card;
}

/** The signup form in the dialog over a page (R2.17). */
export default function SignupInDialog({ address, onBegun }: { address: URL; onBegun: () => void }) {
  const intent = readIntent(address);
  const t = useTexts("account");
  const settings = useSettings();
  const member = useCard(intent.member);
  const country = likelyCountry(settings, useLanguage());
  const first = { ...firstOfSearch(intent.search), country };
  const to = canWriteFirst(settings) ? intent.to : null;
  const names = formStepsOf(to !== null);
  const start = to === null && first.gender && first.seeks ? "you" : (names[0] ?? "who");
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
