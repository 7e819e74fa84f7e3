import { section } from '#api/catalog-module.ts';
import { sql, sqlJoin, sqlName, sqlSet, sqlText } from '#kernel/sql.ts';
import { toSnakeCase } from '#kernel/text.ts';
import { recordedFlags } from './dataset.entity.ts';
import {
  type DatasetSecurity,
  type DatasetSecurityInput,
  findMissingGrantees,
  namedGrantee,
  type NamedGrantee,
  parseRulesetGrant,
  parseSecurity,
  writeRulesets,
} from '#access/index.ts';
import type { DesiredSection, RequestContext, SectionChange } from '#api/context.ts';
import { failFields } from '#kernel/fail.ts';
import { checkAll, checkAllAsync, mapCollectingErrors } from '#kernel/check-all.ts';
import { type ApplyDatasetInput, type DesiredRulesetInput, isUpdate } from './dataset-apply.inputs.ts';
import type { RulesetPermission } from '#api/session.ts';

/** The security that an input of `applyDataset` describes; undefined when the input has no field of the security. */
async function planSecurity(
  tx: RequestContext,
  desired: DesiredSection<CapturedSecurity>,
): Promise<SectionChange<CapturedSecurity> | undefined> {
  const { current } = desired;
  const { isRestricted, defaultSecurity, rulesets }: Partial<ApplyDatasetInput> = desired.input;
  if (isRestricted === undefined && defaultSecurity === undefined && rulesets === undefined) return undefined;
  const stored = isUpdate(desired.input) ? current : undefined;
  const [security, parsedRulesets] = await checkAllAsync(
    () =>
      defaultSecurity === undefined
        ? current.defaultSecurity
        : parseSecurity(updatedSecurity(defaultSecurity, stored?.defaultSecurity), 'defaultSecurity'),
    () => (rulesets === undefined ? current.rulesets : planRulesets(tx, rulesets, stored?.rulesets)),
  );
  return {
    snapshot: {
      isRestricted: isRestricted === undefined ? current.isRestricted : (isRestricted ?? false),
      defaultSecurity: security,
      rulesets: parsedRulesets,
    },
  };
}

/** An input, of which a copy with other members is an input as well. */
type Plain<Input> = Pick<Input, keyof Input>;

/** The security of an input, with what it omits of a stored one that it updates. */
const updatedSecurity = (
  given: Plain<DatasetSecurityInput> | null,
  stored: DatasetSecurity | undefined,
): DatasetSecurityInput | null => (given && stored ? { ...stored, ...given } : given);

/** The rulesets that an input replaces all others by or, where stored ones are given, those with the ones of its grantees instead of theirs. */
async function planRulesets(
  tx: RequestContext,
  desired: readonly DesiredRulesetInput[] | null,
  stored: readonly CapturedRuleset[] | undefined,
): Promise<CapturedRuleset[]> {
  if (!desired || !stored) return parseRulesets(tx, desired ?? []);
  const storedBy = new Map(stored.map((ruleset) => [nameOf(ruleset), ruleset]));
  const given = await parseRulesets(
    tx,
    desired.map((ruleset: Plain<DesiredRulesetInput>) => {
      const { username = null, groupUid = null } = ruleset.grantee;
      const { permissions = [], security } = storedBy.get(nameOf({ username, groupUid })) ?? {};
      const given = ruleset.security === undefined ? {} : ruleset.security;
      return {
        ...ruleset,
        permissions: ruleset.permissions === undefined ? [...permissions] : ruleset.permissions,
        security: updatedSecurity(given, security),
      };
    }),
  );
  const updated = new Map(given.map((ruleset) => [nameOf(ruleset), ruleset]));
  const kept = stored.map((ruleset) => updated.get(nameOf(ruleset)) ?? ruleset);
  return [...kept, ...given.filter((ruleset) => !storedBy.has(nameOf(ruleset)))];
}

/** Validates the rulesets of an input: each names one existing user or group, and none is named twice. Fails INVALID_INPUT. */
async function parseRulesets(tx: RequestContext, desired: readonly DesiredRulesetInput[]): Promise<CapturedRuleset[]> {
  const missing = new Set(
    await findMissingGrantees(tx, {
      users: desired.flatMap(({ grantee }) => grantee.username ?? []),
      groups: desired.flatMap(({ grantee }) => grantee.groupUid ?? []),
    }),
  );
  const granted = new Set<string>();
  return mapCollectingErrors(
    desired,
    (index) => `rulesets.${index}`,
    (ruleset) => {
      const [grantee, grant] = checkAll(
        () => {
          const { field, ...named } = namedGrantee(ruleset.grantee);
          const name = nameOf(named);
          if (missing.has(name))
            failFields({
              [field]: [`There is no ${name}. Invite users and create groups first, or leave the ruleset out.`],
            });
          if (granted.has(name)) failFields({ [field]: [`The ${name} already has a ruleset on this dataset.`] });
          granted.add(name);
          return named;
        },
        () => parseRulesetGrant(ruleset),
      );
      return { ...grantee, ...grant };
    },
  );
}

/** The user or group of a ruleset, as messages name it. */
const nameOf = ({ username, groupUid }: Pick<NamedGrantee, 'username' | 'groupUid'>): string =>
  username === null ? `group ${groupUid ?? ''}` : `user ${username}`;

/** The dataset's own properties in a version. */
type CapturedData = { readonly datasetId: string } & { readonly [Flag in (typeof recordedFlags)[number]]?: boolean };

/** The dataset's identifier, and its flags: whether it accepts feedback. */
export const dataSection = section<CapturedData>({
  name: 'data',
  isComparedByMember: true,
  capture: (dataset) =>
    sql`jsonb_build_object('datasetId', ${dataset}.dataset_id, ${sqlJoin(
      recordedFlags.map((flag) => sql`${sqlText(`'${flag}'`)}, ${dataset}.${sqlName(toSnakeCase(flag))}`),
      ', ',
    )})`,
  async write({ db }, datasetUid, { datasetId, ...given }) {
    const flags = recordedFlags.map((flag) => [flag, given[flag] ?? false] as const);
    await db.rows(
      sql`update dataset set ${sqlSet({ datasetId, ...Object.fromEntries(flags) })} where uid = ${datasetUid}`,
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
      update dataset
      set is_restricted = ${isRestricted}::boolean, default_security = ${JSON.stringify(defaultSecurity)}::jsonb
      where uid = ${datasetUid}`);
    await writeRulesets(tx, datasetUid, rulesets);
  },
  planChange: planSecurity,
});

/** A ruleset in a version; either the user or the group is null. */
interface CapturedRuleset {
  readonly username: string | null;
  readonly groupUid: string | null;
  readonly permissions: readonly RulesetPermission[];
  readonly security: DatasetSecurity;
}

/** The security of a dataset in a version. */
export interface CapturedSecurity {
  readonly isRestricted: boolean;
  readonly defaultSecurity: DatasetSecurity;
  readonly rulesets: readonly CapturedRuleset[];
}
