import type { OwnProfile } from "#contract/profiles.ts";
import type { User } from "#contract/user.ts";
import type { Failed } from "#web/lib/use-call.ts";
import type { Option } from "#web/ui/select-field.tsx";

/** What each of the steps after the account gets. */
export type StepProps = {
  user: User;
  own: OwnProfile;
  /** The site's countries, named in the page's language. */
  countries: readonly Option[];
  /** Why what was sent without scripts was refused. */
  refused: Failed | undefined;
  /** The address after this step, done or skipped; `goOn` leads there. */
  onward: string;
  goOn(options?: { replace?: boolean }): Promise<void>;
};
