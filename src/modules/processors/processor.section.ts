import type { Section } from '../../api/section.ts';
import { sql } from '../../kernel/sql.ts';

/** The stack of processors, in order. */
export const processorsSection: Section = {
  name: 'processors',
  capture: (dataset) => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('uid', p.uid, 'type', p.type, 'label', p.label, 'params', p.params)
      order by p.position), '[]'::jsonb)
    from processor p where p.dataset_uid = ${dataset}.uid)`,
};
