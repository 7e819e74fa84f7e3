import type { RequestContext } from '#api/context.ts';
import { storedScopes } from '#api/session.ts';
import { mapCollectingErrors } from '#kernel/check-all.ts';
import { sql } from '#kernel/sql.ts';
import type { CapturedProcessor } from './captured-processor.ts';
import { isSameOperation } from './processor.rules.ts';
import { requireVisibleReference } from './require-visible-reference.ts';

/**
 * Replaces the stack of a locked dataset with the stack of a snapshot. A processor with the same type and parameters as before
 * keeps its definer. The caller becomes the definer of every other processor, and must see the records to which that processor
 * refers. Fails INVALID_INPUT.
 */
export async function writeProcessors(
  tx: RequestContext,
  datasetUid: string,
  stack: readonly CapturedProcessor[],
): Promise<void> {
  const { db, session } = tx;
  const current = await db.rows<Pick<CapturedProcessor, 'uid' | 'type' | 'params'>>(
    sql`select uid, type, params from processor where dataset_uid = ${datasetUid}`,
  );
  const unchanged = new Set(
    current
      .filter((old) => stack.some((processor) => processor.uid === old.uid && isSameOperation(processor, old)))
      .map(({ uid }) => uid),
  );
  await mapCollectingErrors(
    stack,
    (index) => `processors.${index}`,
    (processor) => (unchanged.has(processor.uid) ? undefined : requireVisibleReference(tx, processor, 'params.')),
  );
  await db.rows(sql`delete from processor where dataset_uid = ${datasetUid} and uid <> all(${[...unchanged]}::text[])`);
  await db.rows(sql`
    with desired as (
      select part ->> 'uid' as uid, place - 1 as position, part ->> 'type' as type, part ->> 'label' as label, part -> 'params' as params
      from jsonb_array_elements(${JSON.stringify(stack)}::jsonb) with ordinality listed(part, place)),
    kept as (update processor p set position = desired.position, label = desired.label
      from desired where p.dataset_uid = ${datasetUid} and p.uid = desired.uid returning p.uid)
    insert into processor (uid, dataset_uid, position, type, label, params, definer, definer_scopes)
    select uid, ${datasetUid}::text, position, type, label, params, ${session.username ?? null}::text, ${storedScopes(session)}::text[]
    from desired where uid not in (select uid from kept)`);
}
