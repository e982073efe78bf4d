import { useEffect, useId, useRef } from "react";
import { useRootData } from "#web/lib/root-data.ts";
import { useScreen } from "#web/lib/screen.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { knownCountry, warnedCountries } from "./entry-rules.ts";
import { entryWarningId, warnAtEntry } from "./warn-at-entry.ts";

/** Asks a visitor once whether they are an adult; both answers have equal weight. */
export function EntryWarning({ countries = null }: { countries?: readonly string[] | null }) {
  const root = useRootData();
  const { entryWarning } = useScreen();
  if (!entryWarning || root === undefined) return null;
  const { settings, user, shared } = root;
  const warned = warnedCountries({ countries, loggedIn: user !== null, settings });
  if (warned.length === 0) return null;
  // the browser asks for the country of a page shared with others
  const country = shared ? undefined : (knownCountry(settings) ?? "");
  return <EntryDialog site={settings.name} age={settings.min_age} countries={warned.join(" ")} country={country} />;
}

type DialogProps = { site: string; age: number; countries: string; country: string | undefined };

/** Closed, until `warnAtEntry` opens it, which needs no script of the page. */
function EntryDialog({ site, age, countries, country }: DialogProps) {
  const t = useTexts("shell");
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current) void warnAtEntry(dialog.current);
  }, []);
  return (
    <dialog
      ref={dialog}
      id={entryWarningId}
      className="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      data-countries={countries}
      data-country={country}
      // it may be open already
      suppressHydrationWarning
    >
      <h2 id={`${id}-title`} tabIndex={-1} className="text-2xl outline-none">
        {t("entry.title", { age })}
      </h2>
      <p id={`${id}-text`} className="mt-3">
        {t("entry.text", { site })}
      </p>
      <form method="dialog" className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button type="submit" value="stay" look="outline" size="large">
          {t("entry.stay", { age })}
        </Button>
        <ButtonLink to="/pages/ban" look="outline" size="large">
          {t("entry.leave")}
        </ButtonLink>
      </form>
    </dialog>
  );
}
