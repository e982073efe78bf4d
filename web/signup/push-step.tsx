import { PushOptIn } from "#web/notifications/push-opt-in.tsx";
import type { StepProps } from "./step-props.ts";

/** R2.19: notices on this device. Where there is nothing to ask it goes on at once, and Back does not lead here. */
export function PushStep({ goOn }: StepProps) {
  return <PushOptIn heading={false} onDone={(outcome) => void goOn({ replace: outcome === "unavailable" })} />;
}
