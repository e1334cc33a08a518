export const DATA: readonly string[];
export function literals(path: string): Promise<string>;
export function literal(value: unknown, where: string): string;
