import { Link } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";

/** A user logs in or signs up with the address of a deleted account that can still be restored. */
export function DeletedHint({ typed }: { typed: string }) {
  const t = useTexts("privacy");
  return (
    <p className="-mt-3 mb-3">
      <Link
        to="/account-deleted"
        state={{ email: typed.includes("@") ? typed : "" }}
        className="link inline-block py-2.5 font-semibold"
      >
        {t("hint.again")}
      </Link>
    </p>
  );
}
