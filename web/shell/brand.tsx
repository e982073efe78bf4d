import { useFrame } from "#web/lib/root-data.ts";
import { Sign } from "#web/ui/sign.tsx";

/** The site's logo and name; the name is the site's own, never the product's. */
export function Brand() {
  return (
    <span className="brand">
      <Sign />
      <span className="brand-name">{useFrame()?.settings.name}</span>
    </span>
  );
}
