/** SQLSTATE of a limit of PostgreSQL itself, such as a quarter of a gigabyte in one jsonb value. */
const programLimitExceeded = '54000';

/** Whether a statement failed because a value grew beyond what PostgreSQL keeps in one piece. */
export const isTooLarge = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === programLimitExceeded;
