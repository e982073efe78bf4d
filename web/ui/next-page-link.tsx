import { Link } from "react-router";
import { buttonClass } from "./button.tsx";

type Props = { to: string; pending: boolean; onLoad: () => Promise<void>; children: string };

/** Leads to the next page of a list; with scripts, `onLoad` adds that page to the list instead. */
export function NextPageLink({ to, pending, onLoad, children }: Props) {
  return (
    <Link
      to={to}
      rel="next"
      aria-busy={pending || undefined}
      className={buttonClass({ look: "outline", size: "large" }, "min-w-56 aria-busy:opacity-60")}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void onLoad();
      }}
    >
      {children}
    </Link>
  );
}
