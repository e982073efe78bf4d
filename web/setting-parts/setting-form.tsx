import { type ComponentProps, createContext, use } from "react";
import { pathIn } from "#contract/languages.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";

/** The settings that have a form; `web/settings/save-setting.ts` saves each. */
export type Setting =
  | "resend"
  | "address"
  | "password"
  | "device"
  | "other_devices"
  | "notifications"
  | "disabled"
  | "privacy"
  | "consents"
  | "blocked"
  | "language"
  | "data"
  | "log_out";

/** `email`: the address that got a mail; if the call was refused, the typed address. */
export type Posted = { setting: Setting; email: string; refused: FormFailure | null };

/** The result of the settings form posted without scripts. */
export const PostedContext = createContext<Posted | undefined>(undefined);

export function useRefused(setting: Setting): Posted | null {
  const posted = use(PostedContext);
  return posted?.setting === setting && posted.refused ? posted : null;
}

/**
 * A form of the settings (R2.26): `onSubmit` sends it with scripts; without, the browser posts it to the settings page.
 */
export function SettingForm({
  setting,
  failure,
  children,
  ...rest
}: { setting: Setting } & ComponentProps<typeof CallForm>) {
  const refused = useRefused(setting)?.refused;
  const hasFields = Object.keys(refused?.fields ?? {}).length > 0;
  return (
    <CallForm
      {...rest}
      action={pathIn(useLanguage(), "/notifications")}
      failure={failure ?? (hasFields ? refused : null)}
    >
      <input type="hidden" name="setting" value={setting} />
      {children}
    </CallForm>
  );
}

/** Without scripts a button sends the switches, which scripts send when they change. */
export function SaveWithoutScripts() {
  const t = useTexts("passkeys");
  return (
    <WithoutScripts>
      <Button type="submit" className="mt-4">
        {t("save")}
      </Button>
    </WithoutScripts>
  );
}
