import { useCallback, useRef } from "react";
import { useBlocker } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { useEvents } from "#web/lib/use-events.ts";
import { Question } from "#web/office/staff/question.tsx";

/** Asks before what was typed and not saved is lost: in the product by a dialog, else the browser asks. */
export function UnsavedQuestion({ isUnsaved }: { isUnsaved: boolean }) {
  const t = useTexts("staff-sites");
  // the blocker is asked during a navigation that may begin before the next render
  const unsaved = useRef(isUnsaved);
  unsaved.current = isUnsaved;
  const blocker = useBlocker(
    useCallback(({ currentLocation: here, nextLocation: there }) => {
      return unsaved.current && (here.pathname !== there.pathname || here.search !== there.search);
    }, []),
  );
  useEvents("beforeunload", (event) => event.preventDefault(), { active: isUnsaved });
  if (blocker.state !== "blocked") return null;
  return (
    <Question
      title={t("unsaved.title")}
      yes={{ label: t("unsaved.leave"), look: "danger", run: () => blocker.proceed() }}
      no={t("unsaved.stay")}
      onNo={() => blocker.reset()}
    >
      <p className="mb-5">{t("unsaved.text")}</p>
    </Question>
  );
}
