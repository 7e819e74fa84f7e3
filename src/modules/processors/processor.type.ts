import { Field, ID, ObjectType } from 'type-graphql';
import { DeletionPayload, Node } from '#api/node.type.ts';
import { ParameterType } from '#api/types/parameter.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import { DeletedPartPayload, DatasetPartPayload } from '#datasets/index.ts';

@ObjectType({
  implements: Node,
  description: 'A transformation of all rows of a dataset. The processors of a stack run in order.',
})
export class Processor extends Node {
  @Field(() => ID, { description: 'Identifies the processor.' })
  uid!: string;

  @Field(() => String, { description: 'The type, one of `processorTypes`.' })
  type!: string;

  @Field(() => String, { description: 'The label; may be empty.' })
  label!: string;

  @Field(() => JsonMap, { description: 'The parameters by name, as they were sent.' })
  params!: JsonObject;
}

@ObjectType({ description: 'A page of a list of processors.' })
export class ProcessorConnection extends ConnectionTypeOf(Processor, 'Processor') {}

@ObjectType({ description: 'An available type of processor.' })
export class ProcessorType {
  @Field(() => String, { description: 'The value of `type` in a processor.' })
  type!: string;

  @Field(() => String, { description: 'The label.' })
  label!: string;

  @Field(() => [ParameterType], { description: 'The parameters of the type.' })
  parameters!: readonly ParameterType[];
}

@ObjectType({ description: 'A processor after a change, and its dataset.' })
export class ProcessorPayload extends DatasetPartPayload {
  @ChangedObject(ProcessorConnection, 'processors', 'The processor; null where the caller may no longer read it.')
  processor!: Processor | null;
}

@ObjectType({ implements: DeletionPayload, description: 'A deleted processor, and its dataset.' })
export class DeleteProcessorPayload extends DeletedPartPayload {}
