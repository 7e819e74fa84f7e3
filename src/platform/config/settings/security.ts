import { encryptionKeys, secretText, wholeNumber } from '../parsers.ts';
import { optional, setting } from '../setting.ts';

/** The settings of keys and secrets. */
export const securitySettings = {
  SECRETS_KEY: optional(encryptionKeys, {
    about:
      'The key that encrypts stored secrets: 32 bytes in base64 or hexadecimal. Required with DATABASE_URL; never lose it. Earlier keys, which only decrypt, follow after commas.',
    fallback: 'generated in DATA_DIR/secrets.key',
    secret: true,
  }),
  ADMIN_API_KEY: optional(secretText, {
    about: "The administrator's API key, set at the first start.",
    fallback: 'generated and printed once',
    secret: true,
  }),
  AUDIT_RETENTION_DAYS: setting(
    '365',
    wholeNumber(1, 36_500),
    'How many days the entries of the audit log are kept; then a job deletes them.',
  ),
};
