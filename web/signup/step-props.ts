import type { OwnProfile } from "#contract/profiles.ts";
import type { User } from "#contract/user.ts";
import type { FormFailure } from "#web/lib/use-call.ts";
import type { Option } from "#web/ui/select-field.tsx";

export type StepProps = {
  user: User;
  own: OwnProfile;
  countries: readonly Option[];
  /** The questions to open with, at the step about oneself; none if the member has some, or the site shows none. */
  questions: readonly Option[];
  refused: FormFailure | undefined;
  /** The address after this step, done or skipped; `goToNextStep` navigates there. */
  onward: string;
  goToNextStep(options?: { replace?: boolean }): Promise<void>;
};
