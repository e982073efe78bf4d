import { useState } from "react";
import { type OwnProfile, saveProfile, seeks, setSexuality } from "#contract/profiles.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Fields } from "#web/lib/use-form.ts";
import { signs } from "#web/profiles/gender-signs.tsx";
import { SettingDialog } from "#web/setting-parts/setting-dialog.tsx";
import { SettingForm, useSettingForm } from "#web/setting-parts/setting-form.tsx";
import { Button, OutlineLink } from "#web/ui/button.tsx";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";

type Own = Pick<OwnProfile, "sexuality_consent" | "explicit_consent" | "about_me_consent" | "shares_click">;

/** Without a choice the consent is not given: the server says so at the field. */
const saveSeeks = (call: CallFunction, { withdraw, seeks: chosen }: Fields) =>
  call(setSexuality, { body: { seeks: withdraw === undefined ? (chosen as (typeof seeks)[number]) : null } });

/** The consents that members give elsewhere and withdraw here, by their name in texts and forms. */
const withdrawable = {
  explicit: "explicit_consent",
  about_me: "about_me_consent",
  click: "shares_click",
} as const;
type Withdrawable = keyof typeof withdrawable;
const subjects = Object.keys(withdrawable) as Withdrawable[];

const withdrawConsent = (call: CallFunction, fields: Fields) => {
  const names = subjects.filter((subject) => fields[subject] !== undefined).map((subject) => withdrawable[subject]);
  return call(saveProfile, { body: Object.fromEntries(names.map((name) => [name, false])) });
};

export const saveConsent = (call: CallFunction, fields: Fields): Promise<unknown> =>
  (subjects.some((subject) => fields[subject] !== undefined) ? withdrawConsent : saveSeeks)(call, fields);

type WithdrawButtonsProps = { pending: boolean; onCancel: () => void; erases?: boolean };

/** The red button that withdraws, and the one that does not; without scripts there is no dialog to close. */
function WithdrawButtons({ pending, onCancel, erases = true }: WithdrawButtonsProps) {
  const t = useTexts("account");
  const shell = useTexts("shell");
  return (
    <div className="flex flex-col gap-2.5">
      <Button type="submit" look="danger" wide pending={pending}>
        {t(erases ? "consents.erase" : "consents.withdraw")}
      </Button>
      <Button look="quiet" wide className="noscript:hidden" onClick={onCancel}>
        {shell("cancel")}
      </Button>
    </div>
  );
}

/** Gives or withdraws the consent to store the gender that the member looks for. */
function SexualityConsent({ given: initially }: { given: boolean }) {
  const t = useTexts("account");
  const { name: site } = useSettings();
  const { submit, pending, clearFailure, ...form } = useSettingForm("consents", saveSeeks);
  const [isGiven, setIsGiven] = useState(initially);
  const [changed, setChanged] = useState(false);
  const createOnSubmit = (close: () => void) => async (fields: Fields) => {
    const answer = await submit(fields);
    if (!answer) return;
    setIsGiven(answer.sexuality_consent);
    setChanged(true);
    close();
  };
  const withdraw = (close: () => void) => (
    <SettingForm form={form} onSubmit={createOnSubmit(close)}>
      <input type="hidden" name="withdraw" value="yes" />
      <p className="mb-4">{t("consents.who_effect")}</p>
      <WithdrawButtons pending={pending} onCancel={close} />
    </SettingForm>
  );
  const agree = (close: () => void) => (
    <SettingForm form={form} onSubmit={createOnSubmit(close)}>
      <ChoiceGroup
        look="cards"
        name="seeks"
        legend={t("question.seeks")}
        options={seeks.map((value) => ({ value, label: t(`question.seeks_${value}`), icon: signs[value] }))}
      />
      <p className="mb-2">{t("signup.consent", { site })}</p>
      <p className="mb-4 text-muted text-sm">{t("signup.consent_why")}</p>
      <Button type="submit" wide pending={pending}>
        {t("consents.agree")}
      </Button>
    </SettingForm>
  );
  return (
    <SettingDialog
      opener={t(isGiven ? "consents.withdraw" : "consents.give")}
      title={isGiven ? t("consents.withdraw_title", { subject: t("consents.who") }) : t("consents.who")}
      form={isGiven ? withdraw : agree}
      said={
        changed ? (
          <p className="font-medium text-secondary-ink">{t(isGiven ? "consents.who_saved" : "consents.who_erased")}</p>
        ) : null
      }
      onClose={clearFailure}
    />
  );
}

/** Members give it in their own profile, beside the interests or the text, or at signup. */
function ProfileConsent({ subject, given: initially }: { subject: Withdrawable; given: boolean }) {
  const t = useTexts("account");
  const { submit, pending, clearFailure, ...form } = useSettingForm("consents", withdrawConsent);
  const [isGiven, setIsGiven] = useState(initially);
  if (!isGiven && !initially && subject !== "click") {
    return (
      <>
        <p className="mb-3 text-muted">{t(`consents.${subject}_none`)}</p>
        <OutlineLink to="/profile">{t("consents.profile")}</OutlineLink>
      </>
    );
  }
  if (!isGiven) return <p className="font-medium text-secondary-ink">{t(`consents.${subject}_erased`)}</p>;
  return (
    <SettingDialog
      opener={t("consents.withdraw")}
      title={t("consents.withdraw_title", { subject: t(`consents.${subject}`) })}
      form={(close) => (
        <SettingForm
          form={form}
          onSubmit={(fields) => submit(fields, (answer) => setIsGiven(answer[withdrawable[subject]]))}
        >
          <input type="hidden" name={subject} value="withdraw" />
          <p className="mb-4">{t(`consents.${subject}_effect`)}</p>
          <WithdrawButtons pending={pending} onCancel={close} erases={subject !== "click"} />
        </SettingForm>
      )}
      said={null}
      onClose={clearFailure}
    />
  );
}

/** The member's consents, each with a button to withdraw it. */
export function Consents({ own }: { own: Own }) {
  const t = useTexts("account");
  const { name: site } = useSettings();
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h2 className="mb-1 font-semibold">{t("consents.who")}</h2>
        {/* the words that members agree to, so that all that they cover is named here too */}
        <p className="mb-3">{t("signup.consent", { site })}</p>
        <SexualityConsent given={own.sexuality_consent} />
      </div>
      <div>
        <h2 className="mb-1 font-semibold">{t("consents.explicit")}</h2>
        <ProfileConsent subject="explicit" given={own.explicit_consent} />
      </div>
      <div>
        <h2 className="mb-1 font-semibold">{t("consents.about_me")}</h2>
        <ProfileConsent subject="about_me" given={own.about_me_consent} />
      </div>
      {own.shares_click ? (
        <div>
          <h2 className="mb-1 font-semibold">{t("consents.click")}</h2>
          <ProfileConsent subject="click" given />
        </div>
      ) : null}
    </div>
  );
}
