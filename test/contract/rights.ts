import type { Operation } from './operations.ts';

/** What an operation needs, as rest.md's "Who may do what" says it. */
export type Right =
  /** Any key. */
  | 'anyKey'
  /** `create_dataset` for the whole domain. */
  | 'create'
  /** `create_dataset` or `edit_dataset` for the whole domain, or `edit_dataset` on any dataset. */
  | 'configure'
  /** `edit_dataset` or `publish_dataset` on the dataset. */
  | 'read'
  | 'edit'
  | 'publish'
  /** `edit_dataset` and `manage_dataset`. */
  | 'manage'
  /** `manage_connection` for the whole domain. */
  | 'connections'
  /** `create_dataset` for the whole domain and `edit_dataset`; and `manage_dataset`, where there is a security to bring in. */
  | 'copy';

/** The operations that do not simply need to read for a GET and to edit for a change. */
const special: Readonly<Record<string, Right>> = {
  'List datasets': 'anyKey',
  'List connections': 'anyKey',
  'Create dataset': 'create',
  'Copy dataset': 'copy',
  'Publish dataset': 'publish',
  'Publish dataset metadata': 'publish',
  'Abort dataset publishing': 'publish',
  'Unpublish dataset': 'publish',
  'List extractors': 'configure',
  'List processors': 'configure',
  'Guess unsaved resource extractors': 'configure',
  'Guess unsaved resource extractor parameters': 'configure',
};

/** What an operation needs. */
export function rightFor({ name, family, method }: Operation): Right {
  if (family === 'templates') return 'configure';
  if (family === 'feedback') return 'edit';
  if (family === 'connections') return special[name] ?? 'connections';
  if (family === 'rulesets' && method !== 'GET') return 'manage';
  return special[name] ?? (method === 'GET' ? 'read' : 'edit');
}
