import { sign } from "#contract/web-app.ts";
import { useRootData } from "#web/lib/root-data.ts";

const fills = { primary: "fill-primary", secondary: "fill-secondary" };

/** The site's logo and name; the name is the site's own, never the product's. */
export function Brand() {
  const settings = useRootData()?.settings;
  const logo = settings ? settings.logo : "";
  return (
    <span className="brand">
      <svg viewBox={`0 0 ${sign.size} ${sign.size}`} aria-hidden="true">
        {logo === "" ? (
          sign.circles.map(({ colour, opacity, ...circle }) => (
            <circle key={colour} {...circle} className={fills[colour]} fillOpacity={opacity} />
          ))
        ) : (
          <path d={logo} className={fills.primary} />
        )}
      </svg>
      <span className="brand-name">{settings?.name}</span>
    </span>
  );
}
