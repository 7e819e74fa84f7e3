import { parametersOf, type Operation } from './operations.ts';

/** What an operation needs, as rest.md's "Who may do what" says it. */
export type Right =
  /** Nothing, not even a key. */
  | 'nothing'
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
  | 'copy'
  /** `submit_private_form`, as the form asks for it. */
  | 'submit'
  /** To have sent the submission, or `moderate_form`. */
  | 'sender';

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
  'Submit form': 'submit',
  'Submit change request': 'sender',
  'Retrieve submission': 'sender',
  'Retrieve form image': 'sender',
};

/** What an operation needs. */
export function rightFor({ api, name, family, method }: Operation): Right {
  if (!api.needsKey) return special[name] ?? 'nothing';
  if (family === 'templates') return 'configure';
  if (family === 'feedback') return 'edit';
  if (family === 'connections') return special[name] ?? 'connections';
  if (family === 'rulesets' && method !== 'GET') return 'manage';
  return special[name] ?? (method === 'GET' ? 'read' : 'edit');
}

/** The right without which what a parameter of a path names is as what is not there. */
const sight: Readonly<Record<string, Right>> = {
  dataset_uid: 'read',
  connection_uid: 'connections',
  submission_uid: 'sender',
  storedfile_id: 'sender',
};

/** Whether what an operation addresses is there for one who has some rights. */
export const isSeen = ({ path }: Operation, rights: readonly Right[]): boolean =>
  parametersOf(path).every((name) => rights.includes(sight[name] ?? 'nothing'));
