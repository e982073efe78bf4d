import { useState } from "react";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";

/** GDPR, article 9(2)(a): never ticked beforehand. It is withdrawn in the settings, which erases the text. */
export function AboutMeConsent({ onAgree }: { onAgree?: () => void }) {
  const t = useTexts("profiles");
  const { name: site } = useSettings();
  const [agreed, setAgreed] = useState(false);
  return (
    <Checkbox
      name="about_me_consent"
      label={t("own.about_me_agree", { site })}
      note={t("own.about_me_why")}
      checked={agreed}
      // once it is stored, only the settings withdraw it
      disabled={agreed && onAgree !== undefined}
      onChange={({ currentTarget }) => {
        setAgreed(currentTarget.checked);
        if (currentTarget.checked) onAgree?.();
      }}
    />
  );
}
