import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import { useEvents } from "#web/lib/use-events.ts";

/** A title begins with the number of unread messages; here only the page counts. */
const unreadCount = /^\(\d+\) /;

/** Finds, after Back, the link by which the user left this page. */
function findLink(address: string | undefined): HTMLElement | null {
  return address === undefined ? null : document.querySelector<HTMLElement>(`main a[href="${CSS.escape(address)}"]`);
}

/** Reads the new page out and focuses it, as browsers do, if no element has the focus. Mounted after the page. */
export function PageChange() {
  const { key, pathname, hash } = useLocation();
  const cameBack = useNavigationType() === "POP";
  const clickedLinks = useRef(new Map<string, string>());
  const shownPage = useRef({ key, pathname });
  const [title, setTitle] = useState("");

  const rememberLink = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest("main a[href]") : null;
    const address = link?.getAttribute("href");
    if (address) clickedLinks.current.set(key, address);
  };
  useEvents("click", rememberLink, { capture: true });

  useEffect(() => {
    const before = shownPage.current;
    shownPage.current = { key, pathname };
    if (before.key === key) return;
    if (before.pathname !== pathname) setTitle(document.title.replace(unreadCount, ""));
    const content = document.getElementById("content");
    const focused = document.activeElement ?? document.body;
    // the target of an address with a hash is where the keyboard goes on
    if (hash !== "" || (focused !== document.body && focused !== content)) return;
    const link = cameBack ? findLink(clickedLinks.current.get(key)) : null;
    (link ?? content)?.focus({ preventScroll: true });
  }, [key, pathname, hash, cameBack]);

  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}
