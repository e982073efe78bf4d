import { Suspense, useState } from "react";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import type { MenuProps } from "./open-menu.tsx";

const OpenMenu = lazyPart(() => import("./open-menu.tsx"));

/** A button with a menu of actions; the menu's script is loaded when it is first opened. */
export function Menu(props: MenuProps) {
  const [hasOpened, setHasOpened] = useState(false);
  const { label, trigger, className = "icon-button" } = props;
  const closedButton = (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={OpenMenu.preload}
      onClick={() => setHasOpened(true)}
    >
      {trigger}
    </button>
  );
  return hasOpened ? (
    <Suspense fallback={closedButton}>
      <OpenMenu {...props} className={className} />
    </Suspense>
  ) : (
    closedButton
  );
}
