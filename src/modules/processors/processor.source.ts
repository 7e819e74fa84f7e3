import { computed, relation } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import { ParameterValue, parameterValues } from '#api/types/parameter.type.ts';
import { findProcessor } from '#engine/processors/registry.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { datasetPartPayload, datasets, visibleWithDataset } from '#datasets/index.ts';
import { Processor } from './processor.type.ts';
import type { RequestContext } from '#api/context.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';

/** Processors in the order of the stack, visible to callers who may read the dataset's configuration. */
export const processors = source(Processor, {
  table: 'processor',
  key: 'uid',
  order: {
    by: [
      { column: 'position', type: 'integer' },
      { column: 'uid', type: 'text' },
    ],
  },
  visible: visibleWithDataset,
});

computed({
  source: processors,
  field: 'parameters',
  type: () => [ParameterValue],
  description: 'The parameters of the type, in its order, with their values. Others are only in `params`.',
  needs: ['type', 'params'],
  // A type that no longer exists has no parameters.
  value: ({ type, params }) => parameterValues(findProcessor(type)?.parameters ?? [], params),
});

const ofDataset = { from: datasets, to: processors, on: ['uid', 'dataset_uid'], authorizedByParent: true } as const;
relation({
  ...ofDataset,
  field: 'processors',
  returns: 'page',
  description: 'The processors, in the order in which they run.',
});
relation({
  ...ofDataset,
  field: 'processor',
  returns: 'byArgument',
  description: 'One processor. Null when there is none with this uid.',
  argumentDescription: 'The uid of the processor.',
});

/** SQL: the definers of a dataset's processors, by processor uid; `dataset` is the alias of its table. */
export const definersOfProcessors = (dataset: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(p.uid, jsonb_build_object('username', p.definer, 'scopes', p.definer_scopes)),
    '{}'::jsonb)
  from processor p where p.dataset_uid = ${dataset}.uid and p.definer is not null)`;

/** The fields of a ProcessorPayload after a change of the processor, which are read only when they are selected. */
export const processorPayload = (ctx: RequestContext, datasetUid: string, uid: string) => ({
  processor: lazyRow(ctx, processors, { uid, dataset_uid: datasetUid }),
  processorEdge: lazyEdge(ctx, processors, { uid, dataset_uid: datasetUid }),
  ...datasetPartPayload(ctx, datasetUid),
});
