import { section } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';
import { writeRulesets } from '#access/index.ts';
import type { CapturedSecurity } from './captured-security.ts';
import { planSecurity } from './apply/plan-security.ts';

/** The dataset's own properties in a version. */
export interface CapturedData {
  readonly datasetId: string;
  /** Absent in versions that were recorded before this property existed. */
  readonly isFeedbackEnabled?: boolean;
}

/** The dataset's identifier, and whether it accepts feedback. */
export const dataSection = section<CapturedData>({
  name: 'data',
  isComparedByMember: true,
  capture: (dataset) =>
    sql`jsonb_build_object('datasetId', ${dataset}.dataset_id, 'isFeedbackEnabled', ${dataset}.is_feedback_enabled)`,
  async write({ db }, datasetUid, { datasetId, isFeedbackEnabled = false }) {
    await db.rows(
      sql`update dataset set dataset_id = ${datasetId}, is_feedback_enabled = ${isFeedbackEnabled} where uid = ${datasetUid}`,
    );
  },
});

/** The security of the dataset: who sees it, and which data. */
export const securitySection = section<CapturedSecurity>({
  name: 'security',
  isComparedByMember: true,
  capture: (dataset) => sql`jsonb_build_object(
    'isRestricted', ${dataset}.is_restricted,
    'defaultSecurity', ${dataset}.default_security,
    'rulesets', (select coalesce(jsonb_agg(jsonb_build_object(
      'username', r.username, 'groupUid', r.group_uid, 'permissions', r.permissions, 'security', r.security)
      order by r.username, r.group_uid), '[]'::jsonb) from ruleset r where r.dataset_uid = ${dataset}.uid))`,
  async write(tx, datasetUid, { isRestricted, defaultSecurity, rulesets }) {
    await tx.db.rows(sql`
      update dataset set is_restricted = ${isRestricted}::boolean, default_security = ${JSON.stringify(defaultSecurity)}::jsonb where uid = ${datasetUid}`);
    await writeRulesets(tx, datasetUid, rulesets);
  },
  planChange: planSecurity,
});
