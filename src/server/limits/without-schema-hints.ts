/**
 * A validation message without its "Did you mean …?", which names parts of the schema that the caller did not: for
 * callers without a key.
 */
export const withoutSchemaHints = (message: string): string => message.replace(/ Did you mean [^?]*\?/g, '');
