import { Check, CircleAlert, RotateCcw } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import { useFailureText } from "#web/ui/form-error.tsx";
import type { useFieldSave } from "./use-field-save.ts";

type Saving = Pick<ReturnType<typeof useFieldSave>, "state" | "failure" | "retry">;

/** `field`: its name if its error is shown below it, so that the mark does not repeat it. */
export function SaveMark({ saving, field }: { saving: Saving; field?: string }) {
  const t = useTexts("profiles");
  const toText = useFailureText();
  const { state, failure, retry } = saving;
  const failureText = failure && (Object.values(failure.fields)[0] ?? toText(failure));
  const refused = failure !== null && Object.keys(failure.fields).length > 0;
  return (
    <div className="save-mark">
      <p role="status" className="flex items-start justify-end gap-1.5">
        {state === "saving" ? <span className="text-muted">{t("own.saving")}</span> : null}
        {state === "saved" ? (
          <span className="flex items-center gap-1.5 font-medium text-secondary-ink">
            <Check aria-hidden className="size-4 shrink-0" />
            {t("own.saved")}
          </span>
        ) : null}
        {state === "failed" ? (
          <span className="flex items-start gap-1.5 font-medium text-danger-ink">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>
              {t("own.not_saved")}
              {field !== undefined && failure?.fields[field] !== undefined ? null : <> {failureText}</>}
            </span>
          </span>
        ) : null}
      </p>
      {state === "failed" && !refused ? (
        <button type="button" className="button button-quiet text-sm" onClick={retry}>
          <RotateCcw aria-hidden className="size-4" />
          {t("own.retry")}
        </button>
      ) : null}
    </div>
  );
}
