import { useState } from "react";
import { Link } from "react-router";
import { type FoundComplaint, findComplaint } from "#contract/office.ts";
import { ComplaintText } from "#web/decisions/complaint-text.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";

/** Whose complaint it is, and the address in it. */
function Sender({ complaint: { member, email, site, sender } }: { complaint: FoundComplaint }) {
  const t = useTexts("staff");
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      {member === null ? null : (
        <>
          <Link to={`/staff/members/${member.id}`} className="link py-1.5 font-semibold">
            {member.name}
          </Link>
          <MemberLabel member={{ fictional: member.fictional, automatic: false }} />
        </>
      )}
      <span className="min-w-0 break-words text-muted text-sm">
        {email} · {site} · {t(`sender.${sender}`)}
      </span>
    </p>
  );
}

/** R2.01: finds a complaint by its number, also a closed one. */
export function FindComplaint() {
  const t = useTexts("staff");
  const { run, pending, failure } = useCall(findComplaint);
  const [found, setFound] = useState<FoundComplaint | null>();
  return (
    <section aria-labelledby="find-complaint" className="mt-8 max-w-2xl border-line border-t pt-6">
      <h2 id="find-complaint" className="mb-3 text-xl">
        {t("find_complaint.title")}
      </h2>
      <CallForm
        role="search"
        failure={failure}
        onSubmit={async ({ number = "" }) => {
          const answer = await run({ body: { number } });
          if (answer) setFound(answer.complaint);
        }}
      >
        <TextField
          name="number"
          label={t("fact.number")}
          note={t("find_complaint.note")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          required
        />
        <Button type="submit" look="outline" pending={pending}>
          {t("find_complaint.send")}
        </Button>
      </CallForm>
      <div role="status" className="mt-4">
        {found === null ? <p>{t("find_complaint.none")}</p> : null}
        {found ? (
          <div className="surface-card p-4 md:p-5">
            <Sender complaint={found} />
            <ComplaintText complaint={found} />
          </div>
        ) : null}
      </div>
    </section>
  );
}
