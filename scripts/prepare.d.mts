export function prepare(options: { build?: boolean; fresh?: boolean; alone?: boolean; tools?: boolean }): Promise<void>;
