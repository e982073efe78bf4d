import { CircleAlert } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import type { Failed } from "#web/lib/use-call.ts";

/** What to say of a failure: the server's words, or ours where it could not be reached. */
export function useFailureText(): (failure: Failed) => string {
  const t = useTexts("shell");
  return (failure) => {
    if (failure.message !== "") return failure.message;
    return t(failure.code === "no_connection" ? "failure.no_connection" : "failure.unknown");
  };
}

/** The failure as a whole, above a form's fields; nothing where what is wrong stands beside its field alone. */
export function FormError({ failure }: { failure: Failed | null | undefined }) {
  const say = useFailureText();
  const said = failure && (failure.message !== "" || Object.keys(failure.fields).length === 0);
  return (
    <div role="alert">
      {said ? (
        <p
          data-form-error
          tabIndex={-1}
          className="mb-5 flex items-start gap-2.5 rounded-md bg-danger-tint p-3.5 font-medium text-danger-ink"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          {say(failure)}
        </p>
      ) : null}
    </div>
  );
}
