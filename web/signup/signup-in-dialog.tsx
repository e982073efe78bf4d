import type { AnswerOf } from "#contract/call.ts";
import { getCard } from "#contract/members.ts";
import { readIntent, readPrefilled } from "#web/account/signup-link/intent.ts";
import { findClickNetwork, getVisitTracking, objectsToSharing } from "#web/account/signup-link/tracking.ts";
import { call } from "#web/lib/call.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useLanguage } from "#web/lib/texts.tsx";
import { useAnswer } from "#web/lib/use-answer.ts";
import { visitorCountry } from "#web/sites/places/countries.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SignupForm } from "./signup-form.tsx";
import { canWriteFirst, findStartStep, listFormSteps } from "./steps.ts";
import { TeaserToSee } from "./teaser.tsx";
import { useStepsInDialog } from "./use-steps.ts";

type Shown = AnswerOf<typeof getCard>;

/** The member the signup is for; null if visitors may not see them, undefined while loading. */
function useShown(id: string | null): Shown | null | undefined {
  const loaded = useAnswer(id, (signal) => call(getCard, { query: { id: id ?? "" }, signal }));
  return id === null ? null : loaded?.answer;
}

type Props = { address: URL; onBegun: () => void };

/** The signup form in the dialog over a page. */
export default function SignupInDialog(props: Props) {
  const landing = useShown(readIntent(props.address).member);
  return landing === undefined ? <Skeleton className="h-96" /> : <FormInDialog {...props} shown={landing} />;
}

function FormInDialog({ address, onBegun, shown: landing }: Props & { shown: Shown | null }) {
  const intent = readIntent(address);
  const settings = useSettings();
  const member = landing?.member ?? null;
  const country = visitorCountry(settings, useLanguage());
  const first = { ...readPrefilled(intent.search), country };
  const to = canWriteFirst(settings) && landing?.takes_first_message !== false ? intent.to : null;
  const names = listFormSteps(to !== null);
  const start = findStartStep(names, { to, first });
  const steps = useStepsInDialog(names, start);
  const clickNetwork = findClickNetwork(settings, getVisitTracking(), objectsToSharing());
  return (
    <>
      {member !== null && to === null && steps.step === start ? <TeaserToSee member={member} /> : null}
      <SignupForm
        steps={steps}
        first={first}
        clickNetwork={clickNetwork}
        member={member}
        to={to}
        next={intent.next}
        onBegun={onBegun}
      >
        <input type="hidden" name="country" value={country} />
      </SignupForm>
    </>
  );
}
