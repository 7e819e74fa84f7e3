import { exportPath, flag, hostPorts, httpUrl, secretText } from '../parsers.ts';
import { optional, setting } from '../setting.ts';

/** The settings of calls to other servers. */
export const outgoingSettings = {
  FETCH_ALLOW: setting(
    '',
    hostPorts,
    'host:port pairs, separated by commas, that outgoing calls may reach although the addresses are private.',
  ),
  ALLOW_SERVER_CREDENTIALS: setting(
    'false',
    flag,
    'Whether connections to Amazon S3 may use the credentials of the server itself (`iam_role`).',
  ),
  FEDERATED_EXPORT_PATH: setting(
    '/api/explore/v2.1/catalog/datasets/{dataset_id}/exports/jsonl',
    exportPath,
    'Where other catalogs export the records of a dataset as JSON lines.',
  ),
  RECAPTCHA_URL: setting(
    'https://www.google.com/recaptcha/api/siteverify',
    httpUrl,
    'Where the tokens of forms with reCAPTCHA are verified.',
  ),
  RECAPTCHA_SECRET: optional(secretText, {
    about: 'The secret of the site at RECAPTCHA_URL.',
    fallback: 'forms with reCAPTCHA reject submissions',
    secret: true,
  }),
};
