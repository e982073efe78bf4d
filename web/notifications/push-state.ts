/** R4.05: the state of pushes on this device for the logged-in member. */
export type PushState = "unknown" | "incapable" | "default" | "subscribed" | "denied";

/** Stores whose subscription this browser holds: another member who logs in here does not take it over (D9.4). */
export const pushOwnerKey = "push-member";
