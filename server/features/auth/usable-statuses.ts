/** The statuses of accounts with which their members can log in: not suspended, banned or deleted. */
export const usableStatuses: readonly string[] = ["not_confirmed", "active"];
