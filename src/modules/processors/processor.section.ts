import { section } from '../../api/section.ts';
import { newUid } from '../../kernel/ids.ts';
import { sql } from '../../kernel/sql.ts';
import { desiredProcessors } from './desired-processors.ts';
import type { CapturedProcessor } from './captured-processor.ts';

/** The stack of processors, in order. */
export const processorsSection = section<readonly CapturedProcessor[]>({
  name: 'processors',
  capture: (dataset) => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('uid', p.uid, 'type', p.type, 'label', p.label, 'params', p.params)
      order by p.position), '[]'::jsonb)
    from processor p where p.dataset_uid = ${dataset}.uid)`,
  async write({ db }, datasetUid, stack) {
    await db.rows(sql`delete from processor where dataset_uid = ${datasetUid}`);
    await db.rows(sql`
      insert into processor (uid, dataset_uid, position, type, label, params)
      select part ->> 'uid', ${datasetUid}, place - 1, part ->> 'type', part ->> 'label', part -> 'params'
      from jsonb_array_elements(${JSON.stringify(stack)}::jsonb) with ordinality each(part, place)`);
  },
  copied: (stack) => stack.map((processor) => ({ ...processor, uid: newUid('processor') })),
  desired: desiredProcessors,
});
