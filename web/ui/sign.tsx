import { sign } from "#contract/web-app.ts";
import { useFrame } from "#web/lib/root-data.ts";

const fills = { primary: "fill-primary", secondary: "fill-secondary" };

/** The site's own logo; a site without one has two circles. */
export function Sign({ className }: { className?: string }) {
  const logo = useFrame()?.settings.logo ?? "";
  return (
    <svg viewBox={`0 0 ${sign.size} ${sign.size}`} aria-hidden="true" className={className}>
      {logo === "" ? (
        sign.circles.map(({ colour, opacity, ...circle }) => (
          <circle key={colour} {...circle} className={fills[colour]} fillOpacity={opacity} />
        ))
      ) : (
        <path d={logo} className={fills.primary} />
      )}
    </svg>
  );
}
