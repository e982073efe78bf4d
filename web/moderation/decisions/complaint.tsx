import { useState } from "react";
import { getComplaintByLink } from "#contract/complaints.ts";
import { pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/complaint.ts";
import { ComplaintReply } from "./complaint-reply.tsx";
import { ComplaintText } from "./complaint-text.tsx";
import { entryClass } from "./entry.tsx";

export const handle: ScreenHandle = { who: "everyone", texts: ["decisions"] };

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  return { token, ...(await pageOf(context).load(getComplaintByLink, { query: { token } })) };
}

/** Shows one complaint with its answers, by the link in a mail, to a sender without an account. */
export default function ComplaintPage({ loaderData: { token, complaint: loaded } }: Route.ComponentProps) {
  const t = useTexts("decisions");
  const [changed, setChanged] = useState<typeof loaded | null>(null);
  const complaint = changed?.id === loaded.id ? changed : loaded;
  return (
    <Screen title={t(`complaints.${complaint.kind}`, { number: complaint.number })} narrow>
      <div className={entryClass}>
        <ComplaintText complaint={complaint} />
        <ComplaintReply complaint={complaint} token={token} onSent={setChanged} />
      </div>
    </Screen>
  );
}
