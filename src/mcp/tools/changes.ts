import { z } from 'zod';
import { wholeList } from '../answer.ts';
import {
  ApplyChangeDocument,
  FollowPublicationDocument,
  PlanChangeDocument,
  StartPublicationDocument,
} from '../generated/operations.ts';
import { customTool, tool } from '../tool.ts';
import { cursorArgument, datasetUidArgument } from '../tool-arguments.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { fail } from '#kernel/fail.ts';

const openObject = z.record(z.string(), z.unknown());
const uid = z.string().nullable().optional();

/** A list of parts with these members, and no others. */
const listOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.strictObject(shape)).nullable().optional();

const security = z
  .strictObject({
    isDataVisible: z.boolean().nullable().optional(),
    visibleFields: z.array(z.string()).nullable().optional(),
    filterQuery: z.string().nullable().optional(),
    apiCallsQuota: openObject.nullable().optional(),
  })
  .nullable()
  .optional();

/** The parts of a dataset that a change replaces. The graph checks what is in them. */
const changes = z.strictObject({
  metadata: openObject.nullable().optional(),
  processors: listOf({
    uid,
    type: z.string(),
    label: z.string().nullable().optional(),
    params: openObject.nullable().optional(),
  }),
  fields: listOf({ uid, label: z.string(), configuration: openObject }),
  resources: listOf({
    uid,
    type: z.string(),
    title: z.string(),
    params: openObject.nullable().optional(),
    url: z.string().nullable().optional(),
    datasource: openObject.nullable().optional(),
  }),
  schedules: listOf({ uid, cronSchedule: z.string() }),
  isRestricted: z.boolean().nullable().optional(),
  defaultSecurity: security,
  rulesets: listOf({
    grantee: z.strictObject({ username: z.string().optional(), groupUid: z.string().optional() }),
    permissions: z.array(z.string()).nullable().optional(),
    security,
  }),
});

const changesArgument = changes.describe(
  'The desired state, as read_configuration returns it (DatasetApplyInput of the graph). An omitted part stays. A given part replaces the whole part, so send all its items, those that stay with their uid; null empties it. What is left out of a resource or processor with a uid stays. ' +
    'fields: {rename: {fromName, toName, fieldLabel}} | {type: {field, typeParam}} | {description: {field, description}} | {annotate: {field, annotation, args}} | {delete: {field}} | {order: {order}}. cronSchedule is in UTC.',
);

const partNames = new Set(Object.keys(changes.shape));

/** The graph has the parts beside the dataset and the plan. */
const argumentOf = (path: string): string => (partNames.has(path.split('.', 1).join()) ? `changes.${path}` : path);

export const planChangeTool = tool(PlanChangeDocument, {
  name: 'plan_change',
  description:
    'Plans a change of a dataset without making it: returns what would change, and the planId for apply_change. Read read_configuration first. Show the changes to the user before you apply them.',
  arguments: { datasetUid: datasetUidArgument, changes: changesArgument, cursor: cursorArgument },
  argumentOf,
  variables: ({ datasetUid, changes }) => ({ input: { ...changes, datasetUid, dryRun: true } }),
  answer: ({ datasetApply: { planId, changes, dataset } }) =>
    wholeList({ planId, revision: dataset?.revision }, 'changes', changes),
});

export const applyChangeTool = tool(ApplyChangeDocument, {
  name: 'apply_change',
  description:
    'Makes exactly the change that plan_change returned, in one version. Refused when the dataset has changed since (REVISION_MISMATCH) or, with PLAN_MISMATCH, when the changes differ or the plan is older than an hour: plan again. Published data and metadata follow with publish_dataset.',
  isDestructive: true,
  arguments: {
    datasetUid: datasetUidArgument,
    planId: z.string().describe('From plan_change.'),
    changes: changes.describe('The changes of the plan, unchanged.'),
  },
  argumentOf,
  variables: ({ datasetUid, planId, changes }) => ({ input: { ...changes, datasetUid, planId, dryRun: false } }),
  answer: ({ datasetApply: { planId, changes, dataset } }) => ({
    head: { applied: planId, changeCount: changes.length, revision: dataset?.revision },
  }),
});

export const publishDatasetTool = tool(StartPublicationDocument, {
  name: 'publish_dataset',
  description:
    'Starts a publication: reads the sources again, and shows data and metadata in the catalog. follow_publication reports how it ends.',
  isDestructive: true,
  arguments: {
    datasetUid: datasetUidArgument,
    acceptResult: z
      .boolean()
      .optional()
      .describe('Whether to publish a result that looks wrong, as the status of the dataset explains. Default: false.'),
    acceptEmpty: z.boolean().optional().describe('Whether the dataset may lose all its records. Default: false.'),
  },
  argumentOf: (path) => (path === 'uid' ? 'datasetUid' : path),
  variables: ({ datasetUid, acceptEmpty, acceptResult }) => ({ input: { uid: datasetUid, acceptEmpty, acceptResult } }),
  answer: ({ publishDataset: { dataset } }) => ({ head: { ...dataset } }),
});

/** The pauses between two readings, in milliseconds: each is twice the one before, up to the longest. */
const pauses = { first: 200, longest: 3_000 };

/** The longest wait, in seconds: proxies often end a request after 30 seconds without an answer. */
const maxWait = 25;

export const followPublication = customTool(FollowPublicationDocument, {
  name: 'follow_publication',
  description:
    'Reports the status of a dataset that you may edit or publish, and waits for a pending publication to end. next is null once nothing is pending; error, message and recordsErrors say what went wrong.',
  arguments: {
    datasetUid: datasetUidArgument,
    waitSeconds: z.number().min(0).max(maxWait).default(0).describe('How long to wait for the end.'),
  },
  async run({ datasetUid, waitSeconds }, { execute, signal }) {
    const deadline = Date.now() + waitSeconds * 1_000;
    for (let wait = pauses.first; ; wait = Math.min(2 * wait, pauses.longest)) {
      const { dataset } = await execute(FollowPublicationDocument, { datasetUid });
      if (!dataset) return fail('NOT_FOUND');
      const left = deadline - Date.now();
      const isPending = dataset.status?.next != null;
      if (!isPending || left <= 0 || signal.aborted) {
        const { status, ...head } = dataset;
        const { recordsErrors = [], ...state } = status ?? {};
        return { head: { ...head, ...state, isPending, recordsErrors: recordsErrors.slice(0, 20) } };
      }
      await pause(Math.min(wait, left), undefined, { signal }).catch(() => undefined);
    }
  },
});
