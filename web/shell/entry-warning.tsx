import { useEffect, useId, useRef, useState } from "react";
import { useMatches } from "react-router";
import { isInstalled } from "#web/lib/installed.ts";
import { useRootData } from "#web/lib/root-data.ts";
import { localStore } from "#web/lib/storage.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { type Arrival, entryKey, meetsEntryWarning } from "./entry-rules.ts";

/** R2.04, R2.05, R2.14: asks a visitor once whether they are an adult; both answers have equal weight. */
export function EntryWarning({ countries = null }: { countries?: Arrival["countries"] }) {
  const root = useRootData();
  const route = useMatches().at(-1)?.id;
  const hydrated = useHydrated();
  const [gone, setGone] = useState(false);
  if (!hydrated || gone || root === undefined) return null;
  const { settings, user } = root;
  const arrival = {
    countries,
    route,
    loggedIn: user !== null,
    installed: isInstalled(),
    dismissed: localStore.getItem(entryKey) !== null,
    settings,
  };
  if (!meetsEntryWarning(arrival)) return null;
  const stay = () => {
    localStore.setItem(entryKey, String(Math.floor(Date.now() / 1000)));
    setGone(true);
  };
  return <EntryDialog site={settings.name} age={settings.min_age} onStay={stay} />;
}

function EntryDialog({ site, age, onStay }: { site: string; age: number; onStay: () => void }) {
  const t = useTexts("shell");
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // not on a button: the focus would favour one answer, and Enter would give it
    title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => event.preventDefault()}
      // a second Escape closes any dialog; this one waits for an answer
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id={`${id}-title`} ref={title} tabIndex={-1} className="text-2xl outline-none">
        {t("entry.title", { age })}
      </h2>
      <p id={`${id}-text`} className="mt-3">
        {t("entry.text", { site })}
      </p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button look="outline" size="large" onClick={onStay}>
          {t("entry.stay", { age })}
        </Button>
        <ButtonLink to="/pages/ban" look="outline" size="large">
          {t("entry.leave")}
        </ButtonLink>
      </div>
    </dialog>
  );
}
