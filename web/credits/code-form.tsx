import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useFocus } from "#web/ui/use-focus.ts";

type Props = {
  /** The code that the buyer typed before. */
  code: string;
  error: string | undefined;
  returnTo: string | undefined;
};

/** The form for a discount code: it loads the bundles again with the code. Works without scripts. */
export function CodeForm({ code, error, returnTo }: Props) {
  const t = useTexts("credits");
  const { state } = useNavigation();
  const [edited, setEdited] = useState(false);
  // another wrong code with the same error takes the focus too
  const field = useFocus<HTMLInputElement>(error === undefined ? null : `${code} ${error}`);
  return (
    <details open={code !== ""} className="mt-6 max-w-md">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">{t("code.question")}</summary>
      <Form method="get" preventScrollReset className="mt-2" onSubmit={() => setEdited(false)}>
        {returnTo === undefined ? null : <input type="hidden" name="return_to" value={returnTo} />}
        <TextField
          key={code}
          ref={field}
          name="code"
          label={t("code.label")}
          defaultValue={code}
          error={edited ? undefined : error}
          onChange={() => setEdited(true)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <Button type="submit" look="outline" pending={state === "loading"}>
          {t("code.apply")}
        </Button>
      </Form>
    </details>
  );
}
