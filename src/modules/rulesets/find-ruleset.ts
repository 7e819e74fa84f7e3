import type { RequestContext } from '../../api/context.ts';
import { fail } from '../../kernel/fail.ts';
import { RulesetEntity } from '../access/index.ts';
import type { Grantee } from './grantee.ts';

/** The ruleset of a holder on a dataset that is being changed, or null. */
export const findRulesetOrNull = (
  tx: RequestContext,
  datasetUid: string,
  holder: Grantee,
): Promise<RulesetEntity | null> => tx.em.findOne(RulesetEntity, { datasetUid, ...holder });

/** The same; fails NOT_FOUND where there is none. */
export const findRuleset = async (tx: RequestContext, datasetUid: string, holder: Grantee): Promise<RulesetEntity> =>
  (await findRulesetOrNull(tx, datasetUid, holder)) ?? fail('NOT_FOUND');
