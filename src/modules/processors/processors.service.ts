import type { RequestContext } from '../../api/context.ts';
import { fail, failFields, requiredMessage } from '../../kernel/fail.ts';
import { newUid } from '../../kernel/ids.ts';
import { sql } from '../../kernel/sql.ts';
import { changeDataset, checkPartLimit, type DatasetEntity } from '../datasets/index.ts';
import { definerColumns } from '../identity/index.ts';
import { ProcessorEntity } from './processor.entity.ts';
import type { AppendProcessorInput, DeleteProcessorInput, UpdateProcessorInput } from './processor.inputs.ts';
import { checkProcessor, isSameOperation } from './processor.rules.ts';
import { requireVisibleReference } from './require-visible-reference.ts';

/** Appends a processor to a dataset's stack and returns its uid. */
export function appendProcessor(
  ctx: RequestContext,
  { datasetUid, type, label, params, expectedRevision }: AppendProcessorInput,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['processors'], expectedRevision }, async (tx, dataset) => {
    const position = await tx.em.count(ProcessorEntity, { dataset });
    checkPartLimit('processors', position + 1);
    const configured = { type, label: label ?? '', params: params ?? {} };
    checkProcessor(configured);
    await requireVisibleReference(tx, configured);
    const uid = newUid('processor');
    tx.em.create(ProcessorEntity, { uid, dataset, position, ...configured, ...definerColumns(tx) });
    return uid;
  });
}

/** Changes a processor in place and returns its uid. Omitted fields are kept; an empty input changes nothing. */
export function updateProcessor(ctx: RequestContext, input: UpdateProcessorInput): Promise<string> {
  const { datasetUid, uid, expectedRevision } = input;
  return changeDataset(
    ctx,
    datasetUid,
    { sections: ['processors'], expectedRevision, isEmpty: isEmpty(input) },
    async (tx, dataset) => {
      await applyChange(tx, await findProcessor(tx, dataset, uid), input);
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
  return changeDataset(ctx, datasetUid, { sections: ['processors'], expectedRevision }, async (tx, dataset) => {
    const processor = await findProcessor(tx, dataset, uid);
    await tx.em.remove(processor).flush();
    await tx.db.rows(
      sql`update processor set position = position - 1 where dataset_uid = ${datasetUid} and position > ${processor.position}::int`,
    );
    return uid;
  });
}

/** Finds a processor of a locked dataset; fails NOT_FOUND when the dataset has none with this uid. */
async function findProcessor(tx: RequestContext, dataset: DatasetEntity, uid: string): Promise<ProcessorEntity> {
  return (await tx.em.findOne(ProcessorEntity, { uid, dataset })) ?? fail('NOT_FOUND');
}
