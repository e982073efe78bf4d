import { Link } from "react-router";
import { photoLimits } from "#contract/constants.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** How many photos the member has of the limit, and, without premium, what premium adds (R1.09). */
export function PhotoRoom({ count, limit }: { count: number; limit: number }) {
  const t = useTexts("photos");
  if (count === 0) return null;
  return (
    <p className="mt-3 text-muted text-sm">
      {count < limit ? t("own.count", { count, limit }) : t("upload.full", { count })}{" "}
      {limit < photoLimits.premium ? (
        <>
          {t("upload.more_with_premium", { count: photoLimits.premium })}{" "}
          <Link to="/premium" className="link">
            {t("upload.see_premium")}
          </Link>
        </>
      ) : null}
    </p>
  );
}
