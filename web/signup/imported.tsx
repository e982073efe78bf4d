import { Link2Off, Trash2 } from "lucide-react";
import { data, Form, redirect } from "react-router";
import { eraseImported, getImported } from "#contract/imports.ts";
import { linkHeaders, loadByLink, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import type { Route } from "./+types/imported.ts";
import { splitDate } from "./date-parts.ts";
import { loadSignup, signUpWithoutScripts } from "./load-signup.ts";
import { SignupPage } from "./signup-page.tsx";

export const handle: ScreenHandle = {
  who: "visitors",
  texts: ["account", "auth", "members", "imports"],
  mood: "signup",
};

/** The draft that the signup begins with: what the other platform handed over, in the form's own fields. */
function toFirst({ email, details }: { email: string; details: { [field: string]: string | undefined } }) {
  const { date_of_birth: born = "", ...same } = details;
  return { ...same, email, ...(born !== "" && splitDate(born)) };
}

export async function loader({ context, params: { token }, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  if ((await page.user()) !== null) throw redirect("/members");
  const signup = await loadSignup(page, request);
  return await loadByLink(async () => {
    const { imported } = await page.call(getImported, { query: { token } });
    const { country } = imported.details;
    const isOffered = signup.countries.some(({ value }) => value === country);
    const first = { ...signup.first, ...toFirst(imported), ...(!isOffered && { country: signup.first.country }) };
    return {
      signup: { ...signup, first },
      source: imported.source,
      token,
    };
  });
}

export async function action({ context, params: { token }, request }: Route.ActionArgs) {
  const page = pageOf(context);
  const form = await request.clone().formData();
  if (!form.has("erase")) return await signUpWithoutScripts(page, request, null);
  await page.call(eraseImported, { body: { token } });
  return data({ erased: true as const });
}

export const headers = () => ({ ...linkHeaders(), "x-robots-tag": "noindex, nofollow" });

/** R13.05: someone whose details another platform handed over joins with them, or has them erased. */
export default function Imported({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("imports");
  const { name } = useSettings();
  if (actionData && "erased" in actionData) {
    return (
      <Outcome icon={Trash2} title={t("erased_title")}>
        <p>{t("erased")}</p>
      </Outcome>
    );
  }
  if (loaderData === null) {
    return (
      <Outcome icon={Link2Off} title={t("over_title")}>
        <p>{t("over")}</p>
      </Outcome>
    );
  }
  const { signup, source, token } = loaderData;
  return (
    <SignupPage loaded={signup} answer={actionData} member={null} imported={{ token, emailNote: t("email_note") }}>
      <p className="mt-3">{t("intro", { source, site: name })}</p>
      <Form method="post" className="mt-3 mb-4">
        <Button type="submit" name="erase" value="1" look="outline">
          {t("erase")}
        </Button>
      </Form>
    </SignupPage>
  );
}
