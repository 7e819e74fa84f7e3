import type { RequestContext } from '#api/context.ts';
import { fail, failFields, requiredMessage } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { appendPart, changeDataset, type Stack } from '#datasets/index.ts';
import { callerAsDefiner, definerColumns } from '#identity/index.ts';
import { ProcessorEntity } from './processor.entity.ts';
import type { AppendProcessorInput, DeleteProcessorInput, UpdateProcessorInput } from './processor.inputs.ts';
import { processorPayload } from './processor.source.ts';
import { checkProcessor, isSameOperation, requireVisibleReference } from './processor.rules.ts';

const stack: Stack = { section: 'processors', table: 'processor', part: 'processor' };

/** Appends a processor to a dataset's stack and returns its uid. */
export const appendProcessor = (
  ctx: RequestContext,
  { datasetUid, type, label, params, expectedRevision }: AppendProcessorInput,
): Promise<string> =>
  appendPart(ctx, stack, {
    datasetUid,
    expectedRevision,
    async parse(tx) {
      const configured = { type, label: label ?? '', params: params ?? {} };
      checkProcessor(configured);
      await requireVisibleReference(tx, configured);
      const { username, scopes } = callerAsDefiner(tx.session);
      return {
        type: sql`${type}::text`,
        label: sql`${configured.label}::text`,
        params: sql`${JSON.stringify(configured.params)}::jsonb`,
        definer: sql`${username}::text`,
        definer_scopes: sql`${scopes}::text[]`,
      };
    },
    payload: (uid) => processorPayload(ctx, datasetUid, uid),
  });

/** Changes a processor in place and returns its uid. Omitted fields are kept; an empty input changes nothing. */
export function updateProcessor(ctx: RequestContext, input: UpdateProcessorInput): Promise<string> {
  const { datasetUid, uid, expectedRevision } = input;
  return changeDataset(
    ctx,
    datasetUid,
    { sections: ['processors'], expectedRevision, isEmpty: isEmpty(input), read: findProcessor(datasetUid, uid) },
    async (tx, _dataset, processor) => {
      await applyChange(tx, processor, input);
      return uid;
    },
  );
}

const isEmpty = ({ type, label, params }: UpdateProcessorInput): boolean =>
  type === undefined && label === undefined && params === undefined;

async function applyChange(
  tx: RequestContext,
  processor: ProcessorEntity,
  { type = processor.type, label = processor.label, params = processor.params }: UpdateProcessorInput,
): Promise<void> {
  const changed = { type: type ?? failFields({ type: [requiredMessage] }), label: label ?? '', params: params ?? {} };
  checkProcessor(changed);
  const isKept = isSameOperation(changed, processor);
  if (!isKept) await requireVisibleReference(tx, changed);
  Object.assign(processor, changed, isKept ? {} : definerColumns(tx));
}

/** Removes a processor from a dataset's stack and returns its uid; the following processors move up. */
export function deleteProcessor(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: DeleteProcessorInput,
): Promise<string> {
  const read = findProcessor(datasetUid, uid);
  return changeDataset(
    ctx,
    datasetUid,
    { sections: ['processors'], expectedRevision, read },
    async (tx, _dataset, processor) => {
      await tx.em.remove(processor).flush();
      await tx.db.send(
        sql`
          update processor
          set position = position - 1
          where dataset_uid = ${datasetUid} and position > ${processor.position}::int`,
      );
      return uid;
    },
  );
}

/** Makes the function that finds a processor of a dataset; it fails NOT_FOUND when the dataset has none with this uid. */
const findProcessor =
  (datasetUid: string, uid: string) =>
  async ({ em }: RequestContext): Promise<ProcessorEntity> =>
    (await em.findOne(ProcessorEntity, { uid, dataset: datasetUid })) ?? fail('NOT_FOUND');
