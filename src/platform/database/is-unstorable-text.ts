/** Whether a statement failed because a text has a character that PostgreSQL does not store: NUL, or half a surrogate pair. */
export const isUnstorableText = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['22021', '22P05', '22P02'].includes(String(error.code)) &&
  /invalid byte sequence|unsupported Unicode escape|Unicode (high|low) surrogate|\\u0000/i.test(
    `${error.message} ${'detail' in error ? String(error.detail) : ''}`,
  );
