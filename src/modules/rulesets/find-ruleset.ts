import type { RequestContext } from '../../api/context.ts';
import { fail } from '../../kernel/fail.ts';
import { RulesetEntity } from '../access/index.ts';
import type { Holder } from './holder.ts';

/** The ruleset of a holder on a dataset that is being changed, or null. */
export const rulesetOf = (tx: RequestContext, datasetUid: string, holder: Holder): Promise<RulesetEntity | null> =>
  tx.em.findOne(RulesetEntity, { datasetUid, ...holder });

/** The same; fails NOT_FOUND where there is none. */
export const findRuleset = async (tx: RequestContext, datasetUid: string, holder: Holder): Promise<RulesetEntity> =>
  (await rulesetOf(tx, datasetUid, holder)) ?? fail('NOT_FOUND');
