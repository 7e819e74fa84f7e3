import { randomInt } from 'node:crypto';

/** The prefix of the identifiers of each kind of object (docs/contract/rest.md 1, Identifiers). */
export const uidPrefixes = {
  dataset: 'da_',
  resource: 're_',
  processor: 'pr_',
  field: 'pr_',
  schedule: 'sc_',
  version: 'ch_',
  attachment: 'at_',
  alternativeExport: 'ae_',
  feedback: 'df_',
  connection: 'co_',
  apiKey: 'ak_',
  studioPage: 'sp_',
  codeEditorPage: 'cp_',
  glossaryTerm: 'gt_',
  identityProvider: 'ip_',
  externalIdentity: 'ei_',
  signInSession: 'si_',
  asset: 'as_',
  deletedForm: 'fd_',
} as const;

const digits = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A new identifier: the prefix and six lower-case base-36 characters. A constraint of the database prevents duplicates. */
export function newUid(kind: keyof typeof uidPrefixes): string {
  return uidPrefixes[kind] + Array.from({ length: 6 }, () => digits[randomInt(36)]).join('');
}

/** Whether a text has the form of an identifier of this kind. */
export const isUid = (kind: keyof typeof uidPrefixes, text: string): boolean =>
  text.startsWith(uidPrefixes[kind]) && /^[0-9a-z]{6}$/.test(text.slice(uidPrefixes[kind].length));

/** The global identifier of an object in the graph (`Node.id`): base64url of `Type:key`. */
export const toNodeId = (type: string, key: string): string => Buffer.from(`${type}:${key}`).toString('base64url');

/** The type and key in a global identifier; undefined for any other text. */
export function fromNodeId(id: string): { type: string; key: string } | undefined {
  const [, type, key] = /^(\w+):(.+)$/s.exec(Buffer.from(id, 'base64url').toString('utf8')) ?? [];
  return type !== undefined && key !== undefined ? { type, key } : undefined;
}
