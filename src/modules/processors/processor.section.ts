import { section } from '#api/catalog-module.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { planProcessors } from './plan-processors.ts';
import type { CapturedProcessor } from './captured-processor.ts';
import { writeProcessors } from './write-processors.ts';

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
