export function prepare(options: { build?: boolean; fresh?: boolean; alone?: boolean }): Promise<void>;
