import type { RequestContext } from '../../api/context.ts';
import { sql } from '../../kernel/sql.ts';

/** Removes the rulesets of a dataset that is about to go. */
export const removeRulesets = (tx: RequestContext, datasetUid: string): Promise<unknown> =>
  tx.db.rows(sql`delete from ruleset where dataset_uid = ${datasetUid}`);
