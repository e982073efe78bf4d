import { Menu } from "@base-ui/react/menu";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";
import { useDialogEntry } from "./use-overlay.ts";

export type MenuEntry = {
  label: ReactNode;
  icon?: ReactNode;
  /** The entry's link, without the language's prefix; an entry without a link has `onSelect`. */
  to?: string;
  onSelect?: () => void;
};

/** A row of signs above the entries, of which one can be chosen. */
export type MenuSigns = {
  label: string;
  options: readonly { label: string; sign: string; chosen: boolean; onSelect: () => void }[];
};

export type MenuProps = {
  label: string;
  trigger: ReactNode;
  entries: readonly MenuEntry[];
  signs?: MenuSigns | undefined;
  className?: string;
};

/**
 * Replaces the pressed button. The action runs once the button has the focus again, so a dialog can return it. Back
 * closes the menu.
 */
export default function OpenMenu({ label, trigger, entries, signs, className }: MenuProps) {
  const chosenAction = useRef<(() => void) | undefined>(undefined);
  const [isOpen, setIsOpen] = useState(true);
  useDialogEntry(isOpen, () => setIsOpen(false));
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={setIsOpen}
      onOpenChangeComplete={(open) => {
        if (open) return;
        const run = chosenAction.current;
        chosenAction.current = undefined;
        // waits a frame, because the focus returns right after this
        if (run) requestAnimationFrame(run);
      }}
    >
      <Menu.Trigger className={className} aria-label={label}>
        {trigger}
      </Menu.Trigger>
      {/* inside `main`, because screen readers' users navigate by landmarks */}
      <Menu.Portal container={document.getElementById("content") ?? undefined}>
        <Menu.Positioner sideOffset={6} align="end" className="z-40">
          <Menu.Popup className="menu-popup">
            {signs ? (
              <Menu.Group className="menu-signs" aria-label={signs.label}>
                {signs.options.map(({ label: name, sign, chosen, onSelect }) => (
                  <Menu.CheckboxItem
                    key={name}
                    className="menu-sign"
                    checked={chosen}
                    closeOnClick
                    label={name}
                    aria-label={name}
                    title={name}
                    onClick={() => {
                      chosenAction.current = onSelect;
                    }}
                  >
                    {sign}
                  </Menu.CheckboxItem>
                ))}
              </Menu.Group>
            ) : null}
            {entries.map((entry, index) => {
              const content = (
                <>
                  {entry.icon}
                  {entry.label}
                </>
              );
              const storeAction = () => {
                chosenAction.current = entry.onSelect;
              };
              return entry.to === undefined ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a menu's entries never move
                <Menu.Item key={index} className="menu-item" onClick={storeAction}>
                  {content}
                </Menu.Item>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: a menu's entries never move
                <Menu.LinkItem key={index} className="menu-item" closeOnClick render={<Link to={entry.to} />}>
                  {content}
                </Menu.LinkItem>
              );
            })}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
