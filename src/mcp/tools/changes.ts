import { z } from 'zod';
import { wholeList } from '../answer/answer.ts';
import { ApplyChangeDocument, PlanChangeDocument, StartPublicationDocument } from '../generated/operations.ts';
import { tool } from '../tool.ts';
import { cursorArgument, datasetUidArgument } from './page-arguments.ts';

const openObject = z.record(z.string(), z.unknown());
const stack = z.array(openObject).nullable().optional();

/** The parts of a dataset that a change replaces. The graph checks what is in them. */
const changesArgument = z
  .strictObject({
    metadata: openObject.nullable().optional().describe('All metadata: {template: {field: {value}}}.'),
    processors: stack.describe('The stack: [{uid?, type, label, params}].'),
    fields: stack.describe(
      'The stack of field configurations: [{uid?, label, configuration: {rename: {fromName, toName, fieldLabel}} | {type: {field, typeParam}} | {description: {…}} | {annotate: {…}} | {delete: {field}} | {order: {…}}}].',
    ),
    resources: stack.describe('[{uid?, type, title, params, url | datasource}].'),
    schedules: stack.describe('[{uid?, cronSchedule}], in UTC.'),
    isRestricted: z.boolean().optional(),
    defaultSecurity: openObject
      .nullable()
      .optional()
      .describe('{isDataVisible, visibleFields, filterQuery, apiCallsQuota}.'),
    rulesets: stack.describe('[{grantee: {username} | {groupUid}, permissions, security}].'),
  })
  .describe(
    'The desired state, DatasetApplyInput of the graph. An omitted part stays; a given part replaces the whole part, so send everything it must have; null empties it. A uid keeps the identity of an item.',
  );

const partNames = new Set(Object.keys(changesArgument.shape));

/** The graph has the parts beside the dataset and the plan. */
const argumentOf = (path: string): string => (partNames.has(path.split('.', 1).join()) ? `changes.${path}` : path);

export const planChange = tool(PlanChangeDocument, {
  name: 'plan_change',
  description:
    'Plans a change of a dataset without making it: returns what would change, and the planId for apply_change. Read read_configuration first. Show the changes to the user before you apply them.',
  arguments: { datasetUid: datasetUidArgument, changes: changesArgument, cursor: cursorArgument },
  argumentOf,
  variables: ({ datasetUid, changes }) => ({ input: { ...changes, datasetUid, dryRun: true } }),
  answer: ({ datasetApply: { planId, changes, dataset } }) =>
    wholeList({ planId, revision: dataset?.revision }, 'changes', changes),
});

export const applyChange = tool(ApplyChangeDocument, {
  name: 'apply_change',
  description:
    'Makes exactly the change that plan_change returned, in one version. Refused when the dataset has changed since (REVISION_MISMATCH) or the changes differ (PLAN_MISMATCH): plan again. Published data and metadata follow with publish_dataset.',
  isDestructive: true,
  arguments: {
    datasetUid: datasetUidArgument,
    planId: z.string().describe('From plan_change.'),
    changes: openObject.describe('The changes of the plan, unchanged.'),
  },
  argumentOf,
  variables: ({ datasetUid, planId, changes }) => ({ input: { ...changes, datasetUid, planId, dryRun: false } }),
  answer: ({ datasetApply: { planId, changes, dataset } }) => ({
    head: { applied: planId, changeCount: changes.length, revision: dataset?.revision },
  }),
});

export const publishDataset = tool(StartPublicationDocument, {
  name: 'publish_dataset',
  description:
    'Starts a publication: reads the sources again, and shows data and metadata in the catalog. follow_publication reports how it ends.',
  isDestructive: true,
  arguments: {
    datasetUid: datasetUidArgument,
    acceptEmpty: z.boolean().optional().describe('Whether the dataset may lose all its records. Default: false.'),
  },
  argumentOf: (path) => (path === 'uid' ? 'datasetUid' : path),
  variables: ({ datasetUid, acceptEmpty }) => ({ input: { uid: datasetUid, acceptEmpty } }),
  answer: ({ publishDataset: { dataset } }) => ({ head: { ...dataset } }),
});
