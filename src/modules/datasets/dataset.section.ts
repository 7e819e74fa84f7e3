import type { Section } from '../../api/section.ts';
import { isJsonObject } from '../../kernel/json.ts';
import { sql } from '../../kernel/sql.ts';
import { writeRulesets } from '../access/index.ts';

/** The dataset's own identity. */
export const dataSection: Section = {
  name: 'data',
  capture: (dataset) => sql`jsonb_build_object('datasetId', ${dataset}.dataset_id)`,
};

/** Who sees the dataset, and what of it. */
export const securitySection: Section = {
  name: 'security',
  capture: (dataset) => sql`jsonb_build_object(
    'isRestricted', ${dataset}.is_restricted,
    'defaultSecurity', ${dataset}.default_security,
    'rulesets', (select coalesce(jsonb_agg(jsonb_build_object(
      'username', r.username, 'groupUid', r.group_uid, 'permissions', r.permissions, 'security', r.security)
      order by r.username, r.group_uid), '[]'::jsonb) from ruleset r where r.dataset_uid = ${dataset}.uid))`,
  async write(tx, datasetUid, content) {
    const { isRestricted = null, defaultSecurity = null, rulesets = [] } = isJsonObject(content) ? content : {};
    await tx.db.rows(sql`
      update dataset set is_restricted = ${isRestricted}::boolean, default_security = ${JSON.stringify(defaultSecurity)}::jsonb where uid = ${datasetUid}`);
    await writeRulesets(tx, datasetUid, rulesets);
  },
};
