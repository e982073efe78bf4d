import { CircleAlert } from "lucide-react";
import { useEffect } from "react";
import { useActionData } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import type { Posted } from "#web/lib/use-form.ts";
import { useCloseGoodToasts } from "./toast.tsx";

/** The text of a failure: the server's words, or ours if the server sent none. */
export function useFailureText(): (failure: FormFailure) => string {
  const t = useTexts("shell");
  return (failure) => {
    if (failure.message !== "") return failure.message;
    return t(failure.code === "no_connection" ? "failure.no_connection" : "failure.unknown");
  };
}

/** The failure as a whole, above a form's fields; nothing if it has only errors of fields. */
export function FormError({ failure }: { failure: FormFailure | null | undefined }) {
  const failureText = useFailureText();
  const closeGoodToasts = useCloseGoodToasts();
  useEffect(() => {
    if (failure) closeGoodToasts();
  }, [failure, closeGoodToasts]);
  const isShown = failure && (failure.message !== "" || Object.keys(failure.fields).length === 0);
  return (
    <div role="alert">
      {isShown ? (
        <p
          data-form-error
          tabIndex={-1}
          className="mb-5 flex items-start gap-2.5 rounded-md bg-danger-tint p-3.5 font-medium text-danger-ink"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          {failureText(failure)}
        </p>
      ) : null}
    </div>
  );
}

/** Why a button of the page was refused that was pressed without scripts (R9.01), or what is wrong in its fields. */
export function PostedError() {
  const failure = useActionData<Posted<unknown>>()?.failure;
  const problems = Object.values(failure?.fields ?? {}).join(" ");
  return <FormError failure={failure && problems !== "" ? { ...failure, message: problems, fields: {} } : failure} />;
}
