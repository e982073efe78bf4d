import { useState } from "react";
import { deleteMember, type MemberFile } from "#contract/staff-members.ts";
import { formatSums } from "#web/lib/format-sums.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useReasonField } from "#web/office/money/reason-field.tsx";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { choice } from "#web/ui/fields.tsx";
import { Section } from "./section.tsx";

/** Deletes the account because its member asked for it, with what goes back beside it; opened first, as it is rare. */
export function LeaveForm({ member: { id }, unspent }: Pick<MemberFile, "member" | "unspent">) {
  const t = useTexts("staff-members");
  const sum = formatSums(useFormat(), unspent);
  const { run, ...state } = useCall(deleteMember);
  const reasonField = useReasonField();
  const [open, setOpen] = useState(false);
  return (
    <Section title={t("leave.title")}>
      <p className="mb-3 text-muted">{t("leave.text")}</p>
      {open ? (
        <StaffForm
          of={[
            sum !== "" &&
              choice("refund", t("measure.refund"), [
                { value: "yes", label: t("measure.refund_yes", { sum }) },
                { value: "no", label: t("leave.without") },
              ]),
            reasonField,
          ]}
          state={state}
          send={({ refund, reason = "" }) => run({ body: { id, refund: refund === "yes", reason } })}
          button={t("leave.send")}
          look="danger"
        />
      ) : (
        <Button look="outline" onClick={() => setOpen(true)}>
          {t("leave.title")}
        </Button>
      )}
    </Section>
  );
}
