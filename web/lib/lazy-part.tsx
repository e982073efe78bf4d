import { Component, type ComponentType, lazy, type ReactNode, useState } from "react";
import { importOnceOnline } from "./chunk-reload.ts";
import { useTexts } from "./texts.tsx";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;
type LazyPart<Props> = ComponentType<Props> & {
  /** Loads its script ahead of its use. A failure is ignored: showing the part tries again. */
  preload(): void;
};

/**
 * Loads its script when first shown, once there is a connection. If that fails, or the part throws, only the
 * part is missing: a short text offers to try again.
 */
export function lazyPart<Props extends object>(load: Load<Props>): LazyPart<Props> {
  const source = { load, newest: lazyRequired(load) };
  const part = (props: Props) => <PartFrame source={source} props={props} />;
  return Object.assign(part, { preload: () => void load().catch(() => {}) });
}

/** The same for a part without which the screen must not be shown: its failure is the screen's, with the error page. */
export function lazyRequired<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return lazy(() => importOnceOnline(load));
}

type FrameProps<Props> = { source: { load: Load<Props>; newest: ComponentType<Props> }; props: Props };

function PartFrame<Props extends object>({ source, props }: FrameProps<Props>) {
  const [Part, setPart] = useState(() => source.newest);
  const again = () => {
    // React keeps a failure, so the next attempt needs a new component
    source.newest = lazyRequired(source.load);
    setPart(() => source.newest);
  };
  return (
    <PartBoundary onAgain={again}>
      <Part {...props} />
    </PartBoundary>
  );
}

class PartBoundary extends Component<{ children: ReactNode; onAgain: () => void }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    const again = () => {
      this.setState({ failed: false });
      this.props.onAgain();
    };
    return <PartFailed onAgain={again} />;
  }
}

function PartFailed({ onAgain }: { onAgain: () => void }) {
  const t = useTexts("shell");
  return (
    <span role="alert" className="inline-block p-2 text-muted text-sm">
      {t("error.part")}{" "}
      <button type="button" className="link" onClick={onAgain}>
        {t("offline.again")}
      </button>
    </span>
  );
}
