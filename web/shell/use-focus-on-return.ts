import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** After Back, the focus is on the link by which the member left the page, as the scroll position is restored too. */
export function useFocusOnReturn(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const left = useRef(new Map<string, string>());

  useEffect(() => {
    const note = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("main a[href]") : null;
      const address = link?.getAttribute("href");
      if (address) left.current.set(key, address);
    };
    addEventListener("click", note, { capture: true });
    return () => removeEventListener("click", note, { capture: true });
  }, [key]);

  useEffect(() => {
    const address = left.current.get(key);
    // not if the screen has set the focus itself
    if (type !== "POP" || address === undefined || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`main a[href="${CSS.escape(address)}"]`)?.focus({ preventScroll: true });
  }, [key, type]);
}
