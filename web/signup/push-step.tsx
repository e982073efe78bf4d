import { PushOptIn } from "#web/notifications/push-opt-in.tsx";
import type { StepProps } from "./step-props.ts";

/** R2.19: notifications on this device. If there is nothing to ask, it goes on at once and Back skips it. */
export function PushStep({ goToNextStep }: StepProps) {
  return <PushOptIn heading={false} onDone={(outcome) => void goToNextStep({ replace: outcome === "unavailable" })} />;
}
