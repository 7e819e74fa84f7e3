import type { FormField } from '../editing/form-field.tsx';

/** The name of a user, which stays. */
export const usernameField: FormField = {
  name: 'username',
  label: 'user',
  help: 'usernameHint',
  kind: 'text',
  isRequired: true,
};

/** The names of a user, and until when the account holds. */
export const profileFields: readonly FormField[] = [
  { name: 'firstName', label: 'firstName', kind: 'text' },
  { name: 'lastName', label: 'lastName', kind: 'text' },
  { name: 'email', label: 'email', kind: 'email' },
  { name: 'expiresAt', label: 'accountEnds', help: 'accountEndsHint', kind: 'moment' },
];
