/** SQLSTATE of a foreign key violation. */
const foreignKeyViolation = '23503';

/** The name of the foreign key whose row a failed statement did not find; undefined for any other failure. */
export function missingReference(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined;
  return error.code === foreignKeyViolation && typeof error.constraint === 'string' ? error.constraint : undefined;
}
