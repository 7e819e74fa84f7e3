import { requirePermission, type Session } from '#api/session/session.ts';
import { fail } from '#kernel/fail.ts';
import { DatasetRightsDocument, ListExtractorsDocument, type DatasetRightsQuery } from '../generated/operations.ts';
import type { RestInput } from './rest-input.ts';
import type { Precheck, ExecuteOperation, Right, Route } from '../route.ts';

const permissionOf = { mayEdit: 'edit_dataset', mayPublish: 'publish_dataset', mayManage: 'manage_dataset' } as const;

/** A caller, and the functions that execute operations on the caller's behalf. */
export interface CallerAccess {
  readonly execute: ExecuteOperation;
  readonly precheck: Precheck;
  readonly session: Session;
}

/**
 * Checks that the addressed object is visible to the caller and that the caller has the rights. 404 and 403 come before every error
 * of the body, 412 before the validation of the body (docs/contract/rest.md 1, Order of checks). The guard runs when a body is invalid, and
 * before a file is read.
 */
export async function guardRequest(
  caller: CallerAccess,
  { needs: { rights = [], target }, precheck }: Route,
  input: RestInput,
  checkRevision = false,
): Promise<void> {
  const dataset_uid = input.path['dataset_uid'];
  const dataset =
    dataset_uid === undefined ? undefined : (await caller.execute(DatasetRightsDocument, { dataset_uid })).data.dataset;
  if (dataset === null) fail('NOT_FOUND');
  await target?.respond(caller.execute, input);
  await precheck?.(caller.precheck, input);
  for (const right of rights) await requireRight(caller, right, dataset);
  const { expectedRevision = dataset?.revision } = input;
  if (checkRevision && dataset && expectedRevision !== dataset.revision)
    fail('REVISION_MISMATCH', { revision: dataset.revision });
}

type Rights = DatasetRightsQuery['dataset'];

/** Fails PERMISSION_DENIED without the right. */
async function requireRight(
  { execute, session }: CallerAccess,
  right: Right,
  dataset: Rights | undefined,
): Promise<void> {
  if (right === 'create_dataset' || right === 'manage_connection') requirePermission(session, right);
  // the graph lists extractors only for callers who may configure something
  else if (right === 'configure') await execute(ListExtractorsDocument, {});
  else if (!dataset?.[right]) fail('PERMISSION_DENIED', { permission: permissionOf[right] });
}
