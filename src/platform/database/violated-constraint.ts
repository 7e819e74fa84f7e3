/** SQLSTATE of a unique violation. */
const uniqueViolation = '23505';

/** The name of the unique constraint that a failed statement ran into; undefined for any other failure. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('constraint' in error)) return undefined;
  return error.code === uniqueViolation && typeof error.constraint === 'string' ? error.constraint : undefined;
}
