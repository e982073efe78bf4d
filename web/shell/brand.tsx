import { sign } from "#contract/web-app.ts";
import { useRootData } from "#web/lib/root-data.ts";

const fills = { primary: "fill-primary", secondary: "fill-secondary" };

/** The site's logo and name; the name is the site's own, never the product's. */
export function Brand() {
  const settings = useRootData()?.settings;
  const logo = settings ? settings.logo : "";
  return (
    <span className="flex min-w-0 max-w-full items-center gap-2.5 font-extrabold text-ink text-xl tracking-tight">
      <svg viewBox={`0 0 ${sign.size} ${sign.size}`} className="size-8 shrink-0" aria-hidden="true">
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
