import { requirePermission, type Session } from '../api/session.ts';
import { fail } from '../kernel/fail.ts';
import { DatasetRightsDocument } from './generated/operations.ts';
import type { RestInput } from './rest-input.ts';
import type { Ask, Route } from './route.ts';

const permissionOf = { mayEdit: 'edit_dataset', mayPublish: 'publish_dataset', mayManage: 'manage_dataset' } as const;

/** Who asks. */
interface Asking {
  readonly ask: Ask;
  readonly session: Session;
}

/**
 * Tells whether what a request addresses exists for the caller, and whether they may do it: 404 and 403 come before all
 * that is wrong with a body, 412 before the rules that it breaks (rest.md 1, Order of checks). Asked when a body is
 * refused, and before a file is read.
 */
export async function guardRequest({ ask, session }: Asking, { needs, part }: Route, input: RestInput, checkRevision = false): Promise<void> {
  if (needs === 'create_dataset') requirePermission(session, needs);
  const dataset_uid = input.path['dataset_uid'];
  if (dataset_uid === undefined) return;
  const { data: { dataset } } = await ask(DatasetRightsDocument, { dataset_uid });
  if (!dataset) fail('NOT_FOUND');
  await part?.answer(ask, input);
  if (needs !== undefined && needs !== 'create_dataset' && !dataset[needs]) fail('PERMISSION_DENIED', { permission: permissionOf[needs] });
  const { expectedRevision = dataset.revision } = input;
  if (checkRevision && expectedRevision !== dataset.revision) fail('REVISION_MISMATCH', { revision: dataset.revision });
}
