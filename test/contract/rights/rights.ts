import { parametersOf, type Operation } from '../requests/operations.ts';

/** The right that an operation needs (docs/contract/rest.md 1, Who may do what). */
export type Right =
  /** Nothing, not even a key. */
  | 'nothing'
  /** Any key. */
  | 'anyKey'
  /** `create_dataset` for the whole domain. */
  | 'create'
  /** `administer`. */
  | 'administer'
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
  /** `create_dataset` for the whole domain and `edit_dataset`; `manage_dataset` too where security is copied. */
  | 'copy'
  /** `create_dataset`, `edit_dataset` and `publish_dataset` for the whole domain. */
  | 'harvest'
  /** `create_page` or `edit_page` for the domain. */
  | 'createPages'
  /** `edit_page` on the page. */
  | 'pages'
  /** `manage_page` on the page. */
  | 'managePages'
  /** `submit_private_form`, because the form is restricted. */
  | 'submit'
  /** `edit_page`, `create_page` or `edit_theme` for the whole domain. */
  | 'design'
  /** The submitter, or `moderate_form`. */
  | 'sender';

/** The operations that need other rights than reading for GET and editing for a change. */
const special: Readonly<Record<string, Right>> = {
  'List datasets': 'anyKey',
  'List connections': 'anyKey',
  'List all code editor pages': 'anyKey',
  'Delete code editor pages': 'anyKey',
  'Create code editor page': 'createPages',
  'List all studio pages': 'anyKey',
  'Create studio page': 'createPages',
  'List API keys': 'anyKey',
  'Create API key': 'anyKey',
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

/** The right that an operation needs. */
export function requiredRight({ api, name, family, method }: Operation): Right {
  if (!api.needsKey) return special[name] ?? 'nothing';
  if (isOfPeople(family)) return 'administer';
  if (family === 'templates') return method === 'GET' ? 'configure' : 'administer';
  if (family === 'images') return 'design';
  if (family === 'feedback') return 'edit';
  if (family.endsWith(' pages')) return special[name] ?? (/ rulesets?$/.test(name) ? 'managePages' : 'pages');
  if (family === 'apikeys') return special[name] ?? 'administer';
  if (family === 'harvesters') return 'harvest';
  if (family === 'connections') return special[name] ?? 'connections';
  if (family === 'rulesets' && method !== 'GET') return 'manage';
  return special[name] ?? (method === 'GET' ? 'read' : 'edit');
}

/** The right to see the object that a path parameter identifies; without it the answer is 404. */
const rightToSee: Readonly<Record<string, Right>> = {
  dataset_uid: 'read',
  connection_uid: 'connections',
  harvester_uid: 'harvest',
  page_slug: 'pages',
  studio_page_uid: 'pages',
  apikey_uid: 'administer',
  submission_uid: 'sender',
  storedfile_id: 'sender',
};

/** Whether a caller with these rights sees the object that an operation addresses. */
export const isVisible = ({ path, family }: Operation, rights: readonly Right[]): boolean =>
  parametersOf(path).every((name) =>
    rights.includes(isOfPeople(family) ? 'administer' : (rightToSee[name] ?? 'nothing')),
  );

/** Whether operations read and change users and groups. */
const isOfPeople = (family: string): boolean => family === 'users' || family === 'groups';
