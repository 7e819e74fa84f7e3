import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { ParameterValue } from '#api/types/parameter.type.ts';
import type { Row } from '#api/reading/type-source.ts';
import { processors as processorTypes } from '#engine/processors/registry.ts';
import { toNodeId } from '#kernel/ids.ts';
import { requireConfigurationRight } from '#access/index.ts';
import { Dataset, datasetPartPayload } from '#datasets/index.ts';
import { appendProcessor, deleteProcessor, updateProcessor } from './processors.service.ts';
import { AppendProcessorInput, DeleteProcessorInput, UpdateProcessorInput } from './processor.inputs.ts';
import { parametersOfProcessor, processorPayload } from './processor.source.ts';
import { DeleteProcessorPayload, Processor, ProcessorPayload, ProcessorType } from './processor.type.ts';

@Resolver(() => Dataset)
export class ProcessorResolver {
  @Query(() => [ProcessorType], {
    nullable: true,
    description:
      'The available types of processors. Needs the right to configure at least one dataset: without it, the field is null with an error.',
  })
  processorTypes(@Ctx() ctx: RequestContext) {
    return requireConfigurationRight(ctx, () => processorTypes);
  }

  @Mutation(() => ProcessorPayload, { description: "Appends a processor to a dataset's stack." })
  async appendProcessor(
    @Arg('input', () => AppendProcessorInput, { description: 'The processor.' }) input: AppendProcessorInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(processorPayload(ctx, input.datasetUid, await appendProcessor(ctx, input)));
  }

  @Mutation(() => ProcessorPayload, { description: 'Changes a processor in place.' })
  async updateProcessor(
    @Arg('input', () => UpdateProcessorInput, { description: 'The change.' }) input: UpdateProcessorInput,
    @Ctx() ctx: RequestContext,
  ) {
    return lazyObject(processorPayload(ctx, input.datasetUid, await updateProcessor(ctx, input)));
  }

  @Mutation(() => DeleteProcessorPayload, { description: "Removes a processor from a dataset's stack." })
  async deleteProcessor(
    @Arg('input', () => DeleteProcessorInput, { description: 'The processor.' }) input: DeleteProcessorInput,
    @Ctx() ctx: RequestContext,
  ) {
    return deleteProcessorPayload(ctx, input.datasetUid, await deleteProcessor(ctx, input));
  }
}

const deleteProcessorPayload = (ctx: RequestContext, datasetUid: string, uid: string) =>
  lazyObject({ ...deletedObject(toNodeId('Processor', uid)), uid: () => uid, ...datasetPartPayload(ctx, datasetUid) });

@Resolver(() => Processor)
export class ProcessorParametersResolver {
  @FieldResolver(() => [ParameterValue], {
    description:
      'The parameters that the type describes, in its order, with their values. Other parameters are only in `params`.',
  })
  parameters(@Root() processor: Row<Processor>) {
    return parametersOfProcessor(processor, {});
  }
}
