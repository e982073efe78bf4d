import { Link } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { useLikelyPrice } from "#web/credits/price-words.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useEditListener, useFieldError } from "#web/ui/form-context.ts";
import { TextArea } from "#web/ui/text-field.tsx";
import type { SignupDraft } from "./draft.ts";
import { Teaser } from "./teaser.tsx";

/** The message's price in credits and money, and that the gift pays for it (D6.3); shown before the user writes. */
function useMessageCostText(): string {
  const t = useTexts("account");
  const { message_credits: cost, signup_credits: gift } = useSettings();
  const money = useLikelyPrice();
  if (cost === 0) return t("signup.message_free");
  const credits = { cost: t("signup.credits", { count: cost }), gift: t("signup.credits", { count: gift }) };
  return money === null ? t("signup.message_cost", credits) : t("signup.message_cost_money", { ...credits, money });
}

type Props = { to: string; member: Card | null; defaults: SignupDraft };

/** The first message to a member (D3.7). `member` is null if the site hides members from visitors. */
export function MessageFields({ to, member, defaults }: Props) {
  const t = useTexts("account");
  const { message_credits: credits } = useSettings();
  const cost = useMessageCostText();
  const wrongText = useFieldError("message.text");
  const wrongMember = useFieldError("message.to");
  const when = member === null ? t("signup.message_when_plain") : t("signup.message_when", { name: member.name });
  return (
    <>
      {member === null ? null : <Teaser member={member} />}
      <TextArea
        name="message"
        label={t("signup.message_label")}
        note={`${when} ${cost}`}
        error={wrongText ?? wrongMember}
        onChange={useEditListener("message.text")}
        rows={4}
        className="min-h-28"
        defaultValue={defaults.message}
      />
      <input type="hidden" name="credits" value={credits} />
      <p className="-mt-2 mb-4">
        <Link to={`/signup?next=/members/${to}`} className="link inline-block py-2">
          {t("signup.message_without")}
        </Link>
      </p>
    </>
  );
}
