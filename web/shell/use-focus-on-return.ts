import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** After Back, the focus is on the link by which the member left the page, as the scroll position is restored too. */
export function useFocusOnReturn(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const clickedLinks = useRef(new Map<string, string>());

  useEffect(() => {
    const rememberLink = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("main a[href]") : null;
      const address = link?.getAttribute("href");
      if (address) clickedLinks.current.set(key, address);
    };
    addEventListener("click", rememberLink, { capture: true });
    return () => removeEventListener("click", rememberLink, { capture: true });
  }, [key]);

  useEffect(() => {
    const address = clickedLinks.current.get(key);
    // not if the screen has set the focus itself
    if (type !== "POP" || address === undefined || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`main a[href="${CSS.escape(address)}"]`)?.focus({ preventScroll: true });
  }, [key, type]);
}
