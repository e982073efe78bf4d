import { Suspense, useState } from "react";
import { isInstalled } from "#web/lib/install.ts";
import { lazyRequired } from "#web/lib/lazy-part.tsx";
import { useRootData } from "#web/lib/root-data.ts";
import { useScreen } from "#web/lib/screen.ts";
import { localStore } from "#web/lib/storage.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { type EntryContext, entryKey, needsEntryWarning } from "./entry-rules.ts";

const EntryDialog = lazyRequired(() => import("./entry-dialog.tsx"));

/** R2.04, R2.05, R2.14: asks a visitor once whether they are an adult; both answers have equal weight. */
export function EntryWarning({ countries = null }: { countries?: EntryContext["countries"] }) {
  const root = useRootData();
  const { entryWarning } = useScreen();
  const hydrated = useHydrated();
  const [answered, setAnswered] = useState(false);
  if (!entryWarning || !hydrated || answered || root === undefined) return null;
  const { settings, user } = root;
  const context = {
    countries,
    loggedIn: user !== null,
    installed: isInstalled(),
    dismissed: localStore.getItem(entryKey) !== null,
    settings,
  };
  if (!needsEntryWarning(context)) return null;
  const stay = () => {
    localStore.setItem(entryKey, String(Math.floor(Date.now() / 1000)));
    setAnswered(true);
  };
  return (
    <Suspense>
      <EntryDialog site={settings.name} age={settings.min_age} onStay={stay} />
    </Suspense>
  );
}
