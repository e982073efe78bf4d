import { useState } from "react";
import { useNavigate } from "react-router";
import { findBuyers } from "#contract/money.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";

type Props = { asked: Readonly<Record<string, string>> };

/** Finds the payments of an email address. The page's address gets the ids of the accounts, never the email address. */
export function BuyerForm({ asked }: Props) {
  const t = useTexts("money");
  const { run, pending, failure } = useCall(findBuyers);
  const navigate = useNavigate();
  const [isUnknown, setUnknown] = useState(false);
  const { cursor: _cursor, buyers: shown, ...others } = asked;
  return (
    <CallForm
      failure={failure}
      className="surface-card mb-5 p-4"
      onSubmit={async ({ email = "" }) => {
        const answer = await run({ body: { email } });
        if (!answer) return;
        setUnknown(answer.buyers.length === 0);
        if (answer.buyers.length > 0) {
          await navigate(`?${new URLSearchParams({ ...others, buyers: answer.buyers.join(",") })}`);
        }
      }}
    >
      <div className="grid gap-x-4 sm:grid-cols-[1fr_auto]">
        <TextField
          type="email"
          name="email"
          label={t("search.email")}
          note={t("search.email_note")}
          autoComplete="off"
          maxLength={254}
        />
        <div className="sm:pt-8">
          <Button type="submit" look="outline" pending={pending}>
            {t("search.find")}
          </Button>
        </div>
      </div>
      <p role="status" className="empty:hidden">
        {isUnknown ? t("search.no_account") : shown === undefined ? "" : t("search.of_address")}
      </p>
      {shown === undefined ? null : (
        <Button look="quiet" className="-ms-5" onClick={() => navigate(`?${new URLSearchParams(others)}`)}>
          {t("search.all_buyers")}
        </Button>
      )}
    </CallForm>
  );
}
