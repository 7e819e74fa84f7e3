import { section } from '#api/catalog-module.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import type { CapturedFieldConfiguration } from './captured-field-configuration.ts';
import { planFieldConfigurations } from './plan-field-configurations.ts';

/** The stack of field configurations, in order. */
export const fieldsSection = section<readonly CapturedFieldConfiguration[]>({
  name: 'fields',
  capture: (dataset) => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('uid', c.uid, 'type', c.type, 'label', c.label, 'params', c.params)
      order by c.position), '[]'::jsonb)
    from field_configuration c where c.dataset_uid = ${dataset}.uid)`,
  async write({ db }, datasetUid, stack) {
    await db.rows(sql`delete from field_configuration where dataset_uid = ${datasetUid}`);
    await db.rows(sql`
      insert into field_configuration (uid, dataset_uid, position, type, label, params)
      select part ->> 'uid', ${datasetUid}, place - 1, part ->> 'type', part ->> 'label', part -> 'params'
      from jsonb_array_elements(${JSON.stringify(stack)}::jsonb) with ordinality each(part, place)`);
  },
  copy: (stack) => stack.map((configuration) => ({ ...configuration, uid: newUid('field') })),
  planChange: planFieldConfigurations,
});
