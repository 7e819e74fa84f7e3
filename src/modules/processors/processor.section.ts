import { section } from '#api/catalog-module.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { matchParts, stepIdentityKeys } from '#api/match-parts.ts';
import { checkBefore, mapCollectingErrors } from '#kernel/check-all.ts';
import { checkPartLimit, defineListField, wholeSnapshot } from '#datasets/index.ts';
import { DesiredProcessorInput } from './processor.inputs.ts';
import { checkProcessor, isSameOperation, requireVisibleReference } from './processor.rules.ts';
import type { RequestContext } from '#api/context.ts';
import { storedScopes } from '#api/session.ts';
import type { JsonObject } from '#kernel/json.ts';

/** Plans the stack that an input describes. An input without a uid is matched to an equal processor, else to a processor of the same type. */
const planProcessors = defineListField<
  readonly DesiredProcessorInput[],
  readonly CapturedProcessor[],
  CapturedProcessor
>({
  name: 'processors',
  type: () => [DesiredProcessorInput],
  description: 'The whole stack of processors, in order.',
  list: wholeSnapshot(),
  check: (count) => {
    checkPartLimit('processors', count);
  },
  plan: async (tx, input, { current }) => {
    checkPartLimit('processors', input?.length ?? 0);
    const currentByUid = new Map(current.map((processor) => [processor.uid, processor]));
    const desired = (input ?? []).map(({ uid, type, ...given }) => {
      const old = currentByUid.get(uid ?? '');
      const { label = old?.label, params = old?.type === type ? old.params : null } = given;
      return { uid, type, label: label ?? '', params: params ?? {} };
    });
    const pathOf = (index: number) => `processors.${index}`;
    const check = (processor: (typeof desired)[number]) => {
      checkProcessor(processor, 'params.');
    };
    const matched = await checkBefore(
      () => matchParts('processors', current, desired, stepIdentityKeys),
      () => mapCollectingErrors(desired, pathOf, check),
    );
    await mapCollectingErrors(desired, pathOf, async (processor, index) => {
      check(processor);
      if (!isSameOperation(processor, matched[index])) await requireVisibleReference(tx, processor, 'params.');
    });
    return {
      snapshot: desired.map((processor, index) => ({ ...processor, uid: matched[index]?.uid ?? newUid('processor') })),
    };
  },
});

/** The stack of processors, in order. Snapshots omit the definers: restoring or copying a stack must not run it with the rights of another user. */
export const processorsSection = section<readonly CapturedProcessor[]>({
  name: 'processors',
  capture: (dataset) => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('uid', p.uid, 'type', p.type, 'label', p.label, 'params', p.params)
      order by p.position), '[]'::jsonb)
    from processor p where p.dataset_uid = ${dataset}.uid)`,
  write: writeProcessors,
  copy: (stack) => stack.map((processor) => ({ ...processor, uid: newUid('processor') })),
  planChange: planProcessors,
});

/**
 * Replaces the stack of a locked dataset with the stack of a snapshot. A processor with the same type and parameters as before
 * keeps its definer. The caller becomes the definer of every other processor, and must see the records to which that processor
 * refers. Fails INVALID_INPUT.
 */
async function writeProcessors(
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
      select part ->> 'uid' as uid, place - 1 as position, part ->> 'type' as type, part ->> 'label' as label,
        part -> 'params' as params
      from jsonb_array_elements(${JSON.stringify(stack)}::jsonb) with ordinality listed(part, place)),
    kept as (update processor p set position = desired.position, label = desired.label
      from desired where p.dataset_uid = ${datasetUid} and p.uid = desired.uid returning p.uid)
    insert into processor (uid, dataset_uid, position, type, label, params, definer, definer_scopes)
    select uid, ${datasetUid}::text, position, type, label, params, ${session.username ?? null}::text,
      ${storedScopes(session)}::text[]
    from desired where uid not in (select uid from kept)`);
}

/** A processor in a version or a publication run. */
interface CapturedProcessor {
  readonly uid: string;
  readonly type: string;
  readonly label: string;
  readonly params: JsonObject;
}
