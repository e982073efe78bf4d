import { lazy, type ReactNode, Suspense, useState } from "react";

export type MenuEntry = {
  label: ReactNode;
  icon?: ReactNode;
  /** Where the entry leads, without the language's prefix; or else what it does. */
  to?: string;
  onSelect?: () => void;
};

export type MenuProps = { label: string; trigger: ReactNode; entries: readonly MenuEntry[]; className?: string };

const OpenMenu = lazy(() => import("./open-menu.tsx"));

/** A button with a menu of actions; the menu's script is loaded when it is first opened. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const { label, trigger, className = "icon-button" } = props;
  const closed = (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void import("./open-menu.tsx")}
      onClick={() => setWanted(true)}
    >
      {trigger}
    </button>
  );
  return wanted ? (
    <Suspense fallback={closed}>
      <OpenMenu {...props} />
    </Suspense>
  ) : (
    closed
  );
}
