import type { RequestContext } from '../../api/context.ts';
import { sql } from '../../kernel/sql.ts';

/** Removes all rulesets of a dataset, which is about to go or to get others. */
export const removeRulesets = (tx: RequestContext, datasetUid: string): Promise<unknown> =>
  tx.db.rows(sql`delete from ruleset where dataset_uid = ${datasetUid}`);
