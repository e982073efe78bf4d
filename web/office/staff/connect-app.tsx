import { useNavigate } from "react-router";
import { encode } from "uqr";
import type { AnswerOf } from "#contract/call.ts";
import { type beginSetup, finishSetup } from "#contract/staff.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useFocus } from "#web/ui/use-focus.ts";

type Props = { token: string; app: AnswerOf<typeof beginSetup> };

/** The second step of the set-up: the secret as a QR code and as text, and the first code from the app. */
export function ConnectApp({ token, app }: Props) {
  const t = useTexts("staff");
  const { run, pending, failure } = useCall(finishSetup);
  const navigate = useNavigate();
  const heading = useFocus<HTMLHeadingElement>();
  const grouped = app.secret.match(/.{1,4}/g)?.join(" ");
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-2 text-2xl outline-none">
        {t("setup.app_title")}
      </h2>
      <p className="mb-4">{t("setup.app_text")}</p>
      <QrCode text={app.uri} label={t("setup.qr")} />
      <p className="my-4 text-center">
        <a href={app.uri} className="link inline-block py-2.5 font-semibold">
          {t("setup.open")}
        </a>
      </p>
      <p className="text-muted">{t("setup.type")}</p>
      <p className="mb-6">
        <code className="break-words font-mono text-lg">{grouped}</code>
      </p>
      <CallForm
        failure={failure}
        onSubmit={async ({ code = "" }) => {
          if (await run({ body: { token, code } })) await navigate("/staff", { replace: true });
        }}
      >
        <TextField
          name="code"
          label={t("setup.code")}
          note={t("setup.code_note")}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          maxLength={20}
        />
        <Button type="submit" size="large" wide pending={pending}>
          {t("setup.finish")}
        </Button>
      </CallForm>
    </>
  );
}

/** A QR code, dark on light in both colour schemes, as cameras need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className="mx-auto block w-full max-w-64 rounded-md"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join("")} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
