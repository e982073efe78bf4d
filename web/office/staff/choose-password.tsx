import type { AnswerOf } from "#contract/call.ts";
import { beginSetup } from "#contract/staff.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";

type Props = { token: string; email: string; onChosen: (app: AnswerOf<typeof beginSetup>) => void };

/** The first step of the set-up. */
export function ChoosePassword({ token, email, onChosen }: Props) {
  const t = useTexts("staff");
  const { run, pending, failure } = useCall(beginSetup);
  return (
    <CallForm
      failure={failure}
      onSubmit={async ({ password = "" }) => {
        const app = await run({ body: { token, password } });
        if (app) onChosen(app);
      }}
    >
      {/* tells the password manager whose password it is */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <PasswordField
        name="password"
        label={t("setup.password")}
        note={t("setup.password_note")}
        autoComplete="new-password"
        required
      />
      <Button type="submit" size="large" wide pending={pending} className="noscript:hidden">
        {t("setup.continue")}
      </Button>
    </CallForm>
  );
}
