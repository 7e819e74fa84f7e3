/** Removes "Did you mean …?" from a validation message: it reveals names of the schema to callers without a key. */
export const withoutSchemaHints = (message: string): string => message.replace(/ Did you mean [^?]*\?/g, '');
