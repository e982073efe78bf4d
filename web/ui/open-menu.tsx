import { Menu } from "@base-ui/react/menu";
import { Link } from "react-router";
import type { MenuProps } from "./menu.tsx";

/** The menu itself, open from the start: it takes the place of the button that was pressed. */
export default function OpenMenu({ label, trigger, entries, className = "icon-button" }: MenuProps) {
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger className={className} aria-label={label}>
        {trigger}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className="z-40">
          <Menu.Popup className="menu-popup">
            {entries.map((entry, index) => {
              const content = (
                <>
                  {entry.icon}
                  {entry.label}
                </>
              );
              return entry.to === undefined ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a menu's entries never move
                <Menu.Item key={index} className="menu-item" onClick={entry.onSelect}>
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
