import { type ComponentProps, createContext, use } from "react";
import { pathIn } from "#contract/languages.ts";
import { type SettingSection, settingPath, settingsPath } from "#contract/setting-sections.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import type { Send } from "#web/lib/use-call.ts";
import { type Fields, type Posted, useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";

/** The settings with a form, and their section, if any; `web/settings/save-setting.ts` sends each without scripts. */
const sectionOf = {
  resend: "address",
  address: "address",
  address_cancel: "address",
  password: "password",
  device: "devices",
  other_devices: "devices",
  notifications: "told",
  disabled: "told",
  privacy: "privacy",
  consents: "consents",
  blocked: "blocked",
  language: "language",
  data: "my-data",
  log_out: null,
} as const satisfies Record<string, SettingSection | null>;
export type Setting = keyof typeof sectionOf;

/** The outcome of the settings form posted without scripts; its field `setting` says which form it was. */
export const PostedContext = createContext<Posted<{ email: string }> | undefined>(undefined);

/** A form of the settings, sent by `send` (`useForm`). After a post without scripts it shows its fields' errors. */
export function useSettingForm<Answer>(setting: Setting, send: Send<Fields, Answer>) {
  const posted = use(PostedContext);
  const own = posted?.failure && posted.typed.setting === setting ? posted : undefined;
  const failure = own?.failure && Object.keys(own.failure.fields).length > 0 ? own.failure : null;
  return { setting, ...useForm(send, own && { answer: null, failure, typed: own.typed }) };
}

type Props = Omit<ComponentProps<typeof CallForm>, "failure"> & {
  form: Pick<ReturnType<typeof useSettingForm>, "setting" | "failure">;
};

/** Scripts call `onSubmit`; without, the browser posts it to the page of its section, or to the list. */
export function SettingForm({ form: { setting, failure }, children, ...rest }: Props) {
  const section = sectionOf[setting];
  const path = section === null ? settingsPath : settingPath(section);
  return (
    <CallForm {...rest} action={pathIn(useLanguage(), path)} failure={failure}>
      <input type="hidden" name="setting" value={setting} />
      {children}
    </CallForm>
  );
}

/** Without scripts a button sends the switches, which scripts send when they change. */
export function SaveWithoutScripts() {
  const t = useTexts("shell");
  return (
    <WithoutScripts>
      <Button type="submit" className="mt-4">
        {t("save")}
      </Button>
    </WithoutScripts>
  );
}
