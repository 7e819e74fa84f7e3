import { sectionsAsJson } from '#api/capture-sections.ts';
import type { RequestContext } from '#api/context.ts';
import { type ConfiguredFieldStep, FieldPlan } from '#engine/field-steps.ts';
import { bindStoredFilter, type FilterProblem } from '#engine/odsql/bind/bind-stored-filter.ts';
import { type RecordFieldSource, recordScope } from '#engine/odsql/evaluate/stored-record.ts';
import { parseStoredFilter } from '#engine/odsql/parse/parse-where.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { listNames } from '#kernel/text.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { CapturedSecurity } from '#datasets/index.ts';
import type { FilterWarning } from './publication.type.ts';

/** A dataset with everything that its filter warnings depend on. */
interface FilteredDataset {
  readonly uid: string;
  /** The published fields; null while nothing is published. */
  readonly published: readonly RecordFieldSource[] | null;
  readonly configured: { readonly security: CapturedSecurity; readonly fields: readonly ConfiguredFieldStep[] };
}

/**
 * The stored filters of a dataset that match no record, and the visible fields that do not exist, now or after the next publication. Calls
 * made together share one statement.
 */
export const loadFilterWarnings = (ctx: RequestContext, uid: string): Promise<readonly FilterWarning[]> =>
  ctx.loaders.of('filterWarnings', (uids) => loadWarnings(ctx, uids)).load(uid);

async function loadWarnings(
  { app, db }: RequestContext,
  uids: readonly string[],
): Promise<(readonly FilterWarning[])[]> {
  const rows = await db.rows<FilteredDataset>(sql`
    select d.uid, d.published_fields as published,
      ${sectionsAsJson(app.registry.sections, sqlText('d'), ['security', 'fields'])} as configured
    from dataset d where d.uid = any(${uids}::text[])`);
  const byUid = new Map(rows.map((row) => [row.uid, row]));
  return uids.map((uid) => warningsOfDataset(byUid.get(uid)));
}

function warningsOfDataset(dataset: FilteredDataset | undefined): readonly FilterWarning[] {
  if (!dataset?.published) return [];
  const {
    published,
    configured: { security, fields },
  } = dataset;
  const currentWarnings = warningsForFields(security, published, '');
  const nextWarnings = warningsForFields(
    security,
    configuredFields(published, new FieldPlan(fields)),
    'After the next publication: ',
  );
  const isOnlyNext = ({ path, field }: FilterWarning) =>
    !currentWarnings.some((known) => known.path === path && known.field === field);
  return [...currentWarnings, ...nextWarnings.filter(isOnlyNext)];
}

/** The published fields after the field configurations. Processors are ignored, because their effect on the fields depends on the data. */
const configuredFields = (published: readonly RecordFieldSource[], plan: FieldPlan): RecordFieldSource[] =>
  published.flatMap((field) => {
    const name = plan.nameOf(field.name);
    return name === undefined ? [] : [{ ...field, name, type: plan.draftOf(name).type ?? field.type }];
  });

const warningsForFields = (
  security: CapturedSecurity,
  fields: readonly RecordFieldSource[],
  prefix: string,
): FilterWarning[] =>
  problemsForFields(security, fields).map(({ path, kind, field }) => ({
    path,
    field,
    message: prefix + messages[kind](field),
  }));

/** What is wrong with a filter, or with the fields that readers see. */
interface SecurityProblem {
  /** The owner of the filter or of the list of visible fields. */
  readonly path: string;
  readonly kind: FilterProblem['kind'] | 'invisible';
  readonly field: string;
}

const problemsForFields = (
  security: CapturedSecurity,
  fields: readonly RecordFieldSource[],
): readonly SecurityProblem[] =>
  securitiesOf(security).flatMap(({ path, security: { filterQuery, visibleFields } }) => [
    ...problemsOf(filterQuery, fields).map((problem) => ({ path, ...problem })),
    ...missingFields(visibleFields ?? [], fields).map((field) => ({ path, kind: 'invisible' as const, field })),
  ]);

const messages: Readonly<Record<SecurityProblem['kind'], (field: string) => string>> = {
  missing: (field) => `The filter matches no record: the field ${field} does not exist.`,
  incomparable: (field) => `The filter matches no record: values of the field ${field} cannot be compared in this way.`,
  invisible: (field) => `The visible field ${field} does not exist.`,
};

/** The securities of a dataset, each with the path of its owner. */
const securitiesOf = ({ defaultSecurity, rulesets }: CapturedSecurity) => [
  { path: 'defaultSecurity', security: defaultSecurity },
  ...rulesets.map(({ username, groupUid, security }) => ({
    path: username === null ? `groupRulesets.${groupUid ?? ''}` : `userRulesets.${username}`,
    security,
  })),
];

function missingFields(listed: readonly string[], fields: readonly RecordFieldSource[]): readonly string[] {
  const names = new Set(fields.map(({ name }) => name));
  return listed.filter((name) => !names.has(name));
}

function problemsOf(query: string, fields: readonly RecordFieldSource[]): readonly FilterProblem[] {
  const filter = parseStoredFilter(query);
  return filter ? bindStoredFilter(filter, recordScope(fields)).problems : [];
}

/** Sentences that name the stored filters that match no record with these fields, and the visible fields that do not exist. */
export async function describeSecurityProblems(
  { app, db }: RequestContext,
  uid: string,
  fields: readonly RecordFieldSource[],
): Promise<readonly string[]> {
  const found = await firstRow<Pick<FilteredDataset, 'configured'>>(
    db,
    sql`
    select ${sectionsAsJson(app.registry.sections, sqlText('d'), ['security'])} as configured
    from dataset d
    where d.uid = ${uid}`,
  );
  const problems = found ? problemsForFields(found.configured.security, fields) : [];
  const { filters = [], visible = [] } = Object.groupBy(problems, ({ kind }) =>
    kind === 'invisible' ? 'visible' : 'filters',
  );
  return [
    ...sentence('Row filters match no record, because their fields are missing or of another type', filters),
    ...sentence('Visible fields do not exist', visible),
  ];
}

const sentence = (what: string, problems: readonly SecurityProblem[]): readonly string[] =>
  problems.length === 0 ? [] : [`${what}: ${listNames(problems.map(({ path, field }) => `${path} (${field})`))}.`];
