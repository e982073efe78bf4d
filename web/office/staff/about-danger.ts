import type { QueuedReports } from "#contract/office.ts";

/** Someone may be in danger by a report of the item: its reporter says so, or staff do. */
export const isAboutDanger = ({ reports }: Pick<QueuedReports, "reports">): boolean =>
  reports.some(({ reason }) => reason === "danger");
