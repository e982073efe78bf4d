import { putLanguage } from "#contract/account.ts";
import { isLanguage, pathIn } from "#contract/languages.ts";
import { languageNames } from "#web/lib/languages.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { SettingForm } from "#web/setting-parts/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/select-field.tsx";

/** The account's language for pages and mails. The pages change at once. It needs a button, as the page reloads. */
export function LanguageSetting() {
  const t = useTexts("account");
  const current = useLanguage();
  const options = useSettings().languages.map((value) => ({ value, label: languageNames[value] }));
  const { run, pending, failure } = useCall(putLanguage);
  return (
    <SettingForm
      setting="language"
      failure={failure}
      onSubmit={async ({ language }) => {
        if (!isLanguage(language)) return;
        if (await run({ body: { language } })) location.assign(pathIn(language, `/notifications?locale=${language}`));
      }}
    >
      <SelectField
        name="language"
        label={t("settings.language")}
        note={t("settings.language_note")}
        options={options}
        defaultValue={current}
      />
      <Button type="submit" look="outline" pending={pending}>
        {t("settings.language_save")}
      </Button>
    </SettingForm>
  );
}
