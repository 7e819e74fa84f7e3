import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { processors as processorTypes } from '#engine/processors/registry.ts';
import { requireConfigurationRight } from '#access/index.ts';
import { deletedPartPayload, Dataset } from '#datasets/index.ts';
import { appendProcessor, deleteProcessor, updateProcessor } from './processors.service.ts';
import { AppendProcessorInput, DeleteProcessorInput, UpdateProcessorInput } from './processor.inputs.ts';
import { processorPayload } from './processor.source.ts';
import { DeleteProcessorPayload, ProcessorPayload, ProcessorType } from './processor.type.ts';

@Resolver(() => Dataset)
export class ProcessorResolver {
  @Query(() => [ProcessorType], {
    nullable: true,
    description: 'The available types of processors. Needs the right to configure a dataset, else null with an error.',
  })
  processorTypes(@Ctx() ctx: RequestContext) {
    return requireConfigurationRight(ctx, () => processorTypes);
  }

  @Mutation(() => ProcessorPayload, { description: "Appends a processor to a dataset's stack." })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => AppendProcessorInput, 'The processor.')
  async appendProcessor(input: AppendProcessorInput, ctx: RequestContext) {
    return lazyObject(processorPayload(ctx, input.datasetUid, await appendProcessor(ctx, input)));
  }

  @Mutation(() => ProcessorPayload, { description: 'Changes a processor in place.' })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => UpdateProcessorInput, 'The change.')
  async updateProcessor(input: UpdateProcessorInput, ctx: RequestContext) {
    return lazyObject(processorPayload(ctx, input.datasetUid, await updateProcessor(ctx, input)));
  }

  @Mutation(() => DeleteProcessorPayload, { description: "Removes a processor from a dataset's stack." })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => DeleteProcessorInput, 'The processor.')
  async deleteProcessor(input: DeleteProcessorInput, ctx: RequestContext) {
    return deletedPartPayload(ctx, 'Processor', input.datasetUid, await deleteProcessor(ctx, input));
  }
}
