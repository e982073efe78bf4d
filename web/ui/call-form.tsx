import type { FormHTMLAttributes, ReactNode } from "react";
import type { FormFailure } from "#web/lib/use-call.ts";
import { type Fields, toFields } from "#web/lib/use-form.ts";
import { FieldErrorsContext, useErrorFocus, useOpenErrors } from "./form-context.ts";
import { FormError } from "./form-error.tsx";
import { FormKey } from "./form-key.tsx";

type Props = Omit<FormHTMLAttributes<HTMLFormElement>, "onSubmit"> & {
  failure?: FormFailure | null | undefined;
  /** Gets each field's text by name, and that of the pressed button; a box that is not ticked is missing. */
  onSubmit: (fields: Fields) => void;
  children: ReactNode;
};

/** A refused field shows its error until it is edited; the first one gets the focus. It is posted without scripts. */
export function CallForm({ failure, onSubmit, children, ...rest }: Props) {
  const form = useErrorFocus<HTMLFormElement>(failure);
  const { open, onEdit } = useOpenErrors(failure);

  return (
    <form
      method="post"
      noValidate
      {...rest}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const pending = form.current?.querySelector('[type="submit"][aria-busy="true"]');
        if (pending) return;
        const { submitter } = event.nativeEvent as SubmitEvent;
        onSubmit(toFields(new FormData(event.currentTarget, submitter)));
      }}
    >
      <FormKey />
      <FieldErrorsContext value={{ errors: open?.fields ?? {}, onEdit }}>
        <FormError failure={open} />
        {children}
      </FieldErrorsContext>
    </form>
  );
}
