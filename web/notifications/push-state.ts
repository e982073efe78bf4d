/** R4.05: the state of pushes on this device for the logged-in member. */
export type PushState = "unknown" | "incapable" | "default" | "subscribed" | "denied";

/**
 * The storage key for the id of the member whose subscription this browser holds, so that another member does not take
 * it over (D9.4).
 */
export const pushOwnerKey = "push-member";
