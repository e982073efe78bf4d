import { putLanguage } from "#contract/account.ts";
import { isLanguage, pathIn } from "#contract/languages.ts";
import { settingPath } from "#contract/setting-sections.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { languageNames } from "#web/lib/languages.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useLanguage, useTexts } from "#web/lib/texts.tsx";
import type { Fields } from "#web/lib/use-form.ts";
import { SettingForm, useSettingForm } from "#web/setting-parts/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/select-field.tsx";

/** `next`: the same page in that language. */
export async function saveLanguage(call: CallFunction, { language }: Fields) {
  if (!isLanguage(language)) return { next: null };
  await call(putLanguage, { body: { language } });
  return { next: pathIn(language, `${settingPath("language")}?locale=${language}`) };
}

/** The account's language for pages and mails. The pages change at once. It needs a button, as the page reloads. */
export function LanguageSetting() {
  const shell = useTexts("shell");
  const t = useTexts("account");
  const pageLanguage = useLanguage();
  const current = useMember()?.language ?? pageLanguage;
  const options = useSettings().languages.map((value) => ({ value, label: languageNames[value] }));
  const form = useSettingForm("language", saveLanguage);
  return (
    <SettingForm
      form={form}
      onSubmit={async (fields) => {
        const saved = await form.submit(fields);
        if (saved?.next) location.assign(saved.next);
      }}
    >
      <SelectField
        name="language"
        label={shell("footer.language")}
        note={t("settings.language_note")}
        options={options}
        defaultValue={current}
      />
      <Button type="submit" look="outline" pending={form.pending}>
        {t("settings.language_save")}
      </Button>
    </SettingForm>
  );
}
