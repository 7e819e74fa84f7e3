import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { requireModerator } from '#submissions/index.ts';
import type { Datasource } from './datasource-kinds.ts';

/** A resource in a snapshot. */
interface DesiredResource {
  readonly uid: string;
  readonly datasource: Datasource | null;
}

/** Fails PERMISSION_DENIED when a resource would read a form that the dataset does not read already, and the caller may not moderate forms. */
export async function requireModeratedForms(
  { db, session }: RequestContext,
  datasetUid: string,
  resources: readonly DesiredResource[],
): Promise<void> {
  const formResources = resources.filter(({ datasource }) => datasource?.type === 'ods_form');
  if (formResources.length === 0) return;
  const current = await db.rows<DesiredResource>(
    sql`select uid, datasource from resource where dataset_uid = ${datasetUid}`,
  );
  const isKept = ({ uid, datasource }: DesiredResource) =>
    current.some((old) => old.uid === uid && isDeepStrictEqual(old.datasource, datasource));
  if (!formResources.every(isKept)) requireModerator(session);
}
