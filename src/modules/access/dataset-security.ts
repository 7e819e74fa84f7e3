import { nodeId } from '#api/reading/declare-source.ts';
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { unreachableIdDescription } from '#api/node.type.ts';
import type { ColumnExpression, EmbeddedObject } from '#api/reading/type-source.ts';
import { toNodeId } from '#kernel/ids.ts';
import { checkStoredFilter, parseStoredFilter } from '#engine/odsql/parse/parse-where.ts';
import { checkAll } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import { callerOnDatasets, type Session } from '#api/session.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { datasetRights, hasAnyRuleset, hasPermission, withinLimit } from './dataset-rights.ts';
import { printFilter } from '#engine/odsql/print.ts';
import type { Filter } from '#engine/odsql/tree.ts';

/**
 * The fields in `fields`, the published fields of a dataset as a jsonb array of objects with a `name`, that the caller may see. Callers who
 * may configure the dataset see all fields; callers with rulesets see the union of their fields; others see the fields of
 * default_security (docs/contract/objects.md, Users, groups, rulesets). Where no security shows the data, all of them show fields;
 * otherwise only those that show the data do, because the caller reads the values of these fields.
 */
export const visibleFields = (session: Session, dataset: Sql, fields: Sql): Sql => sql`(
  select coalesce(jsonb_agg(field.value order by field.ordinality), '[]'::jsonb)
  from jsonb_array_elements(coalesce(${fields}, '[]'::jsonb)) with ordinality field
  where ${datasetRights.read(session, dataset)} or exists (
    select 1 from (${selectSecurities(session, dataset)}) granted
    where ((granted.security -> 'isDataVisible') = 'true'::jsonb or not ${anyShowsData(session, dataset)}) and (
      (granted.security -> 'visibleFields') = 'null'::jsonb
      or (granted.security -> 'visibleFields') @> jsonb_build_array(field.value -> 'name'))))`;

/** Condition: a ruleset of the caller, or the default security, shows the data. */
const anyShowsData = (session: Session, dataset: Sql): Sql => sql`exists (
  select 1 from (${selectSecurities(session, dataset)}) each where (each.security -> 'isDataVisible') = 'true'::jsonb)`;

/** Condition: at least one security that the dataset grants the caller shows the data. */
export const isDataVisible = (session: Session, dataset: Sql): Sql => sql`exists (
  select 1 from jsonb_array_elements(${grantedSecurities(session, dataset)}) granted(security)
  where (granted.security -> 'isDataVisible') = 'true'::jsonb)`;

/**
 * Condition: the caller sees all fields of the dataset. The argument `dataset` is the alias, in the query, of the table `dataset` or of a
 * copy of its row with the column `shows_all_fields`. The condition is cheap, but it is also false for some callers who see all fields;
 * where it is false, `visibleFields` decides.
 */
export const showsAllFields = (session: Session, dataset: Sql): Sql =>
  sql`
    (${datasetRights.read(session, dataset)}
      or (${dataset}.shows_all_fields and not ${dataset}.is_restricted and not ${hasAnyRuleset(session, dataset)}))`;

/** The period in which a quota counts calls. */
export enum QuotaUnit {
  second = 'second',
  minute = 'minute',
  hour = 'hour',
  day = 'day',
  month = 'month',
}
registerEnumType(QuotaUnit, {
  name: 'QuotaUnit',
  description: 'The period in which calls are counted, in UTC.',
  valuesConfig: {
    second: { description: 'A second.' },
    minute: { description: 'A minute.' },
    hour: { description: 'An hour.' },
    day: { description: 'A day in UTC.' },
    month: { description: 'A month in UTC.' },
  },
});

@ObjectType({ description: 'How many calls a caller may make in a period.' })
@InputType('CallsQuotaInput', { description: 'How many calls a caller may make in a period.' })
export class CallsQuota {
  @Field(() => QuotaUnit, { description: 'The period in which calls are counted, in UTC.' })
  unit!: `${QuotaUnit}`;

  @Field(() => Int, { description: 'The number of calls in one period, at least 0.' })
  limit!: number;
}

/** A security in its stored form: which data of a dataset a user may read, and how often. */
export interface DatasetSecurity {
  readonly isDataVisible: boolean;
  readonly visibleFields: readonly string[] | null;
  readonly filterQuery: string;
  readonly apiCallsQuota: CallsQuota | null;
}

/** The `id` of a security, made from a key that is unique among securities. */
export const securityId = (key: string): string => toNodeId(securityType, key);

/** Declares the security in a jsonb column of a row; its `id` is made from a key of the row. */
export const securityColumn = (column: string, key: string | ColumnExpression): EmbeddedObject => ({
  object: column,
  id: nodeId(securityType, key),
});

const securityType = 'DatasetSecurity';

@ObjectType(securityType, { description: "Which of a dataset's data a user may read, and how often." })
export class DatasetSecurityType implements DatasetSecurity {
  @Field(() => ID, { description: unreachableIdDescription })
  id!: string;

  @Field(() => Boolean, { description: 'Whether the data is visible at all.' })
  isDataVisible!: boolean;

  @Field(() => [String], { nullable: true, description: 'The names of the visible fields; null for all fields.' })
  visibleFields!: readonly string[] | null;

  @Field(() => String, { description: 'The filter query of the visible records; empty for all records.' })
  filterQuery!: string;

  @Field(() => CallsQuota, { nullable: true, description: 'The quota of calls; null for no quota.' })
  apiCallsQuota!: CallsQuota | null;
}

@InputType({
  description: 'What a user may read, and how often. Omitted fields take their default.',
})
export class DatasetSecurityInput {
  @Field(() => Boolean, { nullable: true, description: 'Whether the data is visible at all. Default: true.' })
  isDataVisible?: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The visible fields, each once. Default: null, for all.',
  })
  visibleFields?: readonly string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'The filter query of the visible records. Default: empty, for all records.',
  })
  filterQuery?: string | null;

  @Field(() => CallsQuota, { nullable: true, description: 'The quota of calls. Default: null, for no quota.' })
  apiCallsQuota?: CallsQuota | null;
}

/** Everything is visible, without a quota (docs/contract/objects.md, Dataset security). */
export const fullAccess: DatasetSecurity = Object.freeze({
  isDataVisible: true,
  visibleFields: null,
  filterQuery: '',
  apiCallsQuota: null,
});

/** The security that an input describes, with defaults for omitted fields. Fails INVALID_INPUT under `field`. */
export function parseSecurity(input: DatasetSecurityInput | null | undefined, field: string): DatasetSecurity {
  if (!input) return fullAccess;
  const { visibleFields, apiCallsQuota } = input;
  const filterQuery = input.filterQuery ?? fullAccess.filterQuery;
  checkAll(
    () => {
      checkStoredFilter(filterQuery, `${field}.filterQuery`);
    },
    () => {
      if (visibleFields && new Set(visibleFields).size < visibleFields.length)
        failFields({ [`${field}.visibleFields`]: ['Name each field once.'] });
    },
    () => {
      if (apiCallsQuota && apiCallsQuota.limit < 0)
        failFields({ [`${field}.apiCallsQuota.limit`]: ['Give 0 or more.'] });
    },
  );
  return {
    isDataVisible: input.isDataVisible ?? fullAccess.isDataVisible,
    visibleFields: visibleFields ?? null,
    filterQuery,
    apiCallsQuota: apiCallsQuota ? { unit: apiCallsQuota.unit, limit: apiCallsQuota.limit } : null,
  };
}

const fullSecurity = sql`${JSON.stringify(fullAccess)}::jsonb`;

/**
 * The query that selects the securities which a dataset grants the caller, one in the column `security` of each row: those of the caller's
 * rulesets, or the default security for a caller without a ruleset. The caller's access to the data is the union of these securities.
 */
const selectSecurities = (session: Session, dataset: Sql): Sql => {
  const { username, groups } = callerOnDatasets(session);
  const namesCaller = sql`(r.username = ${username} or r.group_uid = any(${groups}))`;
  const appliesToCaller = sql`r.dataset_uid = ${dataset}.uid and ${withinLimit(session, dataset, namesCaller)}`;
  const securityWithoutRuleset = sql`case when not ${dataset}.is_restricted then ${dataset}.default_security
    when ${hasPermission(session, dataset, 'explore_restricted_dataset')} then ${fullSecurity} end`;
  return sql`select r.security, r.username, r.group_uid from ruleset r where ${appliesToCaller}
    union all select security, null, null from (select ${securityWithoutRuleset} as security) as otherwise
    where security is not null and not exists (select 1 from ruleset r where ${appliesToCaller})`;
};

/**
 * The caller's access to a dataset's data: a jsonb array of securities, whose union is the access. Callers who may configure the
 * dataset have full access; others have what their rulesets grant or, without a ruleset, what default_security grants. On a
 * restricted dataset default_security grants nothing, and the right to explore restricted datasets grants full access.
 */
export const grantedSecurities = (session: Session, dataset: Sql): Sql => sql`(
  case when ${datasetRights.read(session, dataset)} then jsonb_build_array(${fullSecurity}) else (
    select coalesce(jsonb_agg(granted.security order by granted.username, granted.group_uid), '[]'::jsonb)
    from (${selectSecurities(session, dataset)}) granted) end)`;

/** No access to the data; the other fields have no effect. */
const noAccess: DatasetSecurity = Object.freeze({
  isDataVisible: false,
  visibleFields: [],
  filterQuery: '',
  apiCallsQuota: null,
});

/**
 * The union of several securities: all fields that at least one of them shows, all records that match at least one of their filters, and
 * the most generous quota (docs/contract/objects.md, Users, groups, rulesets). A security that hides the data adds nothing. Fails
 * INVALID_INPUT for a malformed stored filter, because ignoring the filter would show or hide too much.
 */
export function unionOfSecurities(securities: readonly DatasetSecurity[]): DatasetSecurity {
  const granting = securities.filter(grantsData);
  if (granting.length === 0) return noAccess;
  const filter = unionOfFilters(granting);
  return {
    isDataVisible: true,
    visibleFields: unionOfFields(granting.map(({ visibleFields }) => visibleFields)),
    filterQuery: filter ? printFilter(filter) : '',
    apiCallsQuota: mostGenerousQuota(granting.map(({ apiCallsQuota }) => apiCallsQuota)),
  };
}

/** The union of the record filters of several securities, parsed; null for all records. Fails as `unionOfSecurities` does. */
export const unionOfRecordFilters = (securities: readonly DatasetSecurity[]): Filter | null =>
  unionOfFilters(securities.filter(grantsData));

/** Whether the security shows any data. */
const grantsData = ({ isDataVisible }: DatasetSecurity): boolean => isDataVisible;

/** The union of lists of field names. Null stands for all fields, so the union with null is null. */
const unionOfFields = (lists: readonly (readonly string[] | null)[]): string[] | null =>
  lists.some((list) => list === null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];

/** The union of the filters; null for all records. An empty filter query matches all records, so the union with it is null. */
function unionOfFilters(securities: readonly DatasetSecurity[]): Filter | null {
  const parsed = securities.map(({ filterQuery }) => parseStoredFilter(filterQuery));
  const filters = parsed.filter((filter) => filter !== null);
  if (filters.length < parsed.length) return null;
  const alternatives = filters.flatMap((filter) => (filter.kind === 'or' ? filter.filters : [filter]));
  const distinct = [...new Map(alternatives.map((filter) => [printFilter(filter), filter])).values()];
  return distinct.length > 1 ? { kind: 'or', filters: distinct } : (distinct[0] ?? null);
}

/** The length of each period in seconds; a month counts as 30 days. */
const seconds: Readonly<Record<`${QuotaUnit}`, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  month: 2_592_000,
};

/** The quota that allows the most calls; null, for no quota, when one of the quotas is null. */
function mostGenerousQuota(quotas: readonly (CallsQuota | null)[]): CallsQuota | null {
  const limited = quotas.filter((quota) => quota !== null);
  if (limited.length < quotas.length) return null;
  return limited.reduce((best, quota) => (isMoreGenerous(quota, best) ? quota : best));
}

/** Whether `quota` allows more calls per second than `other`; if equal, the longer period does, because of bursts. */
function isMoreGenerous(quota: CallsQuota, other: CallsQuota): boolean {
  // Both averages are multiplied by both periods, so that whole numbers are compared.
  const [calls, otherCalls] = [quota.limit * seconds[other.unit], other.limit * seconds[quota.unit]];
  return calls === otherCalls ? seconds[quota.unit] > seconds[other.unit] : calls > otherCalls;
}
