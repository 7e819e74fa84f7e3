import { z } from 'zod';
import { wholeList } from '../answer.ts';
import {
  ApplyChangeDocument,
  ApplyMode,
  CountPartsDocument,
  FindUidDocument,
  FollowPublicationDocument,
  PlanChangeDocument,
  type PlanChangeMutation,
  StartPublicationDocument,
} from '../generated/operations.ts';
import { count, customTool, type ExecuteOperation, flag, object, objects, text, tool } from '../tool.ts';
import { cursorArgument, datasetIdArgument, looksLikeUid } from '../tool-arguments.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { fail, failFields } from '#kernel/fail.ts';

/** The uid of a dataset that the caller may edit or publish. Fails NOT_FOUND. */
async function uidOfDataset(given: string, execute: ExecuteOperation): Promise<string> {
  if (looksLikeUid(given)) return given;
  return (await execute(FindUidDocument, { datasetId: given })).dataset?.uid ?? fail('NOT_FOUND');
}

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
  'The desired state of some parts, as read_configuration returns them. An omitted part stays; null empties it. What is left out of a resource or processor with a uid stays. An item without a uid is new. ' +
    'fields: {rename: {fromName, toName, fieldLabel}} | {type: {field, typeParam}} | {description: {field, description}} | {annotate: {field, annotation, args}} | {delete: {field}} | {order: {order}}. cronSchedule is in UTC.',
);

const partNames = new Set(Object.keys(changes.shape));

/** In the graph the parts stand next to the dataset and the plan. */
const argumentOf = (path: string): string => (partNames.has(path.split('.', 1).join()) ? `changes.${path}` : path);

const modeArgument = z
  .enum(ApplyMode)
  .default(ApplyMode.UPDATE)
  .describe(
    'UPDATE changes the items, rulesets, metadata fields and members of the security that you give, and keeps the rest. REPLACE removes from a given part what you leave out; it needs revision.',
  );

const revisionArgument = z
  .int()
  .optional()
  .describe('The revision that read_configuration returned: refused when the dataset has changed since.');

/** The arguments that say what to change. */
interface ChangeArguments {
  readonly datasetId: string;
  readonly changes: z.output<typeof changes>;
  readonly mode: ApplyMode;
  readonly revision?: number | undefined;
}

/** The input of a change. Fails INVALID_INPUT where it could remove what the agent has not read. */
async function inputOf({ datasetId, changes, mode, revision }: ChangeArguments, execute: ExecuteOperation) {
  if (mode === ApplyMode.REPLACE) await requireRead({ datasetId, changes, revision }, execute);
  const datasetUid = await uidOfDataset(datasetId, execute);
  return { ...changes, datasetUid, mode, expectedRevision: revision };
}

/** Fails INVALID_INPUT where a part that is replaced has items that `read_configuration` does not return, or where nothing was read. */
async function requireRead(
  { datasetId, changes, revision }: Omit<ChangeArguments, 'mode'>,
  execute: ExecuteOperation,
): Promise<void> {
  if (revision === undefined)
    failFields({ revision: ['REPLACE needs the revision that read_configuration returned. Or send mode UPDATE.'] });
  if (changes.schedules === undefined && changes.rulesets === undefined) return;
  const { dataset } = await execute(CountPartsDocument, { datasetId });
  const counts = {
    schedules: dataset?.schedules.totalCount ?? 0,
    rulesets: Math.max(dataset?.userRulesets.totalCount ?? 0, dataset?.groupRulesets.totalCount ?? 0),
  };
  for (const part of ['schedules', 'rulesets'] as const)
    if (changes[part] !== undefined && counts[part] > maxItems)
      failFields({
        [`changes.${part}`]: [
          `read_configuration returns at most ${maxItems}, and the others would be removed. Send mode UPDATE, with the items to change.`,
        ],
      });
}

/** How many items of a part `read_configuration` returns. */
const maxItems = 1_000;

/** Fails INVALID_INPUT where a plan empties a datasource, address or parameter of a resource that no item names: its secrets cannot be sent again. */
function requireNamedSources(planned: PlannedChanges, { resources }: z.output<typeof changes>): void {
  const named = new Set(resources?.map(({ uid: given }) => given));
  for (const { path, after } of planned) {
    const [part, resourceUid, member] = path;
    if (part !== 'resources' || member === undefined || after != null || named.has(resourceUid)) continue;
    failFields({
      'changes.resources': [
        `The resource ${resourceUid ?? ''} would lose its ${member}, with secrets that cannot be read back. Send its item with the uid ${resourceUid ?? ''}: what you leave out then stays, and null removes it.`,
      ],
    });
  }
}

type PlannedChanges = PlanChangeMutation['applyDataset']['changes'];

export const planChangeTool = tool(PlanChangeDocument, {
  name: 'plan_change',
  title: 'Plan a change',
  isIdempotent: true,
  description:
    'Plans a change of a dataset without making it: returns what would change, and the planId for apply_change. Read read_configuration first. Show the changes to the user before you apply them.',
  arguments: {
    datasetId: datasetIdArgument,
    changes: changesArgument,
    mode: modeArgument,
    revision: revisionArgument,
    cursor: cursorArgument,
  },
  output: { planId: text, revision: count, changes: objects },
  argumentOf,
  variables: async (given, _start, execute) => ({ input: { ...(await inputOf(given, execute)), isDryRun: true } }),
  answer({ applyDataset: { planId, changes, dataset } }, { changes: given }) {
    requireNamedSources(changes, given);
    return wholeList({ planId, revision: dataset?.revision }, 'changes', changes);
  },
});

export const applyChangeTool = tool(ApplyChangeDocument, {
  name: 'apply_change',
  title: 'Apply a change',
  isIdempotent: true,
  description:
    'Makes exactly the change that plan_change returned, in one version. Refused when the dataset has changed since (REVISION_MISMATCH) or, with PLAN_MISMATCH, when the changes differ or the plan is older than an hour: plan again. Published data and metadata follow with publish_dataset.',
  isDestructive: true,
  arguments: {
    datasetId: datasetIdArgument,
    planId: z.string().describe('From plan_change.'),
    // what plan_change describes is not listed twice
    changes: openObject.pipe(changes).describe('The changes of the plan, unchanged.'),
    mode: modeArgument,
    revision: revisionArgument,
  },
  output: { applied: text, changeCount: count, revision: count },
  argumentOf,
  variables: async ({ planId, ...given }, _start, execute) => ({
    input: { ...(await inputOf(given, execute)), planId, isDryRun: false },
  }),
  answer: ({ applyDataset: { planId, changes, dataset } }) => ({
    head: { applied: planId, changeCount: changes.length, revision: dataset?.revision },
  }),
});

export const publishDatasetTool = tool(StartPublicationDocument, {
  name: 'publish_dataset',
  title: 'Publish a dataset',
  isOpenWorld: true,
  description:
    'Starts a publication: reads the sources again, and shows data and metadata in the catalog. follow_publication reports how it ends.',
  isDestructive: true,
  arguments: {
    datasetId: datasetIdArgument,
    isResultAccepted: z
      .boolean()
      .optional()
      .describe('Whether to publish a result that looks wrong, as the status of the dataset explains. Default: false.'),
    isEmptyAccepted: z.boolean().optional().describe('Whether the dataset may lose all its records. Default: false.'),
  },
  output: { uid: text, revision: count, status: object },
  argumentOf: (path) => (path === 'uid' ? 'datasetId' : path),
  variables: async ({ datasetId, isEmptyAccepted, isResultAccepted }, _start, execute) => ({
    input: { uid: await uidOfDataset(datasetId, execute), isEmptyAccepted, isResultAccepted },
  }),
  answer: ({ publishDataset: { dataset } }) => ({ head: { ...dataset } }),
});

/** The pauses between two readings, in milliseconds: each is twice the one before, up to the longest. */
const pauses = { first: 200, longest: 3_000 };

/** The longest wait, in seconds: proxies often end a request after 30 seconds without an answer. */
const maxWait = 25;

export const followPublication = customTool(FollowPublicationDocument, {
  name: 'follow_publication',
  title: 'Follow a publication',
  description:
    'Reports the status of a dataset that you may edit or publish, and waits for a pending publication to end. next is null once nothing is pending; error, message and recordsErrors say what went wrong.',
  arguments: {
    datasetId: datasetIdArgument,
    waitSeconds: z.number().min(0).max(maxWait).default(0).describe('How long to wait for the end.'),
  },
  output: {
    uid: text,
    datasetId: text,
    status: text,
    next: text,
    isPending: flag,
    isPublished: flag,
    recordsErrors: objects,
  },
  async run({ datasetId, waitSeconds }, { execute, signal }) {
    const deadline = Date.now() + waitSeconds * 1_000;
    for (let wait = pauses.first; ; wait = Math.min(2 * wait, pauses.longest)) {
      const { dataset } = await execute(FollowPublicationDocument, { datasetId });
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
