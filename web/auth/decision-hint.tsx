import { Link } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";

/** For a suspended or banned member: the way to the reasons, and to object (D11.2). */
export function DecisionHint({ path }: { path: string }) {
  const t = useTexts("auth");
  return (
    <p className="-mt-3 mb-3">
      <Link to={path} className="link inline-block py-2.5 font-semibold">
        {t("login.decision")}
      </Link>
    </p>
  );
}
