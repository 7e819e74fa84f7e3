import type { Section } from '../../api/section.ts';
import { newUid } from '../../kernel/ids.ts';
import { isJsonObject, type Json } from '../../kernel/json.ts';
import { sql } from '../../kernel/sql.ts';

/** The stack of field configurations, in order. */
export const fieldsSection: Section = {
  name: 'fields',
  capture: (dataset) => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('uid', c.uid, 'type', c.type, 'label', c.label, 'params', c.params)
      order by c.position), '[]'::jsonb)
    from field_configuration c where c.dataset_uid = ${dataset}.uid)`,
  async write({ db }, datasetUid, content) {
    await db.rows(sql`delete from field_configuration where dataset_uid = ${datasetUid}`);
    await db.rows(sql`
      insert into field_configuration (uid, dataset_uid, position, type, label, params)
      select item.value ->> 'uid', ${datasetUid}::text, item.ordinality - 1, item.value ->> 'type', item.value ->> 'label', item.value -> 'params'
      from jsonb_array_elements(${JSON.stringify(content)}::jsonb) with ordinality item`);
  },
  copied: (content) => (Array.isArray(content) ? content.map(withNewUid) : content),
};

const withNewUid = (configuration: Json): Json => (isJsonObject(configuration) ? { ...configuration, uid: newUid('field') } : configuration);
