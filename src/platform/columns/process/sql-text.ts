/** A text as SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A name as SQL. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
