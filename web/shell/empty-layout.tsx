import { entryWarningCountries } from "#contract/constants.ts";
import { DemoBanner } from "./demo-banner.tsx";
import { EntryWarning } from "./entry-warning.tsx";
import { PageOrError } from "./error-page.tsx";

/** Shows the content and nothing around it; the signup dialog opens over any page (`SignupOverPage` in the root). */
function EmptyLayout() {
  return (
    <div className="page">
      <DemoBanner />
      <PageOrError />
      <EntryWarning countries={entryWarningCountries} />
    </div>
  );
}

export default EmptyLayout;
export { EmptyLayout as ErrorBoundary };
