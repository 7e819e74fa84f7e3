import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../../api/node/node.type.ts';
import { ParameterType } from '../../api/types/parameter.type.ts';
import { ConnectionOf } from '../../api/reading/connection.type.ts';
import { JsonMap } from '../../api/types/scalars.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { DatasetPayload } from '../datasets/index.ts';

@ObjectType({
  implements: Node,
  description: 'A transformation of all rows of a dataset; the stack of them runs in order.',
})
export class Processor extends Node {
  @Field(() => ID, { description: 'Identifies the processor.' })
  uid!: string;

  @Field(() => String, { description: 'What it does, as `processorTypes` names it.' })
  type!: string;

  @Field(() => String, { description: 'What people call it; empty when it has no name.' })
  label!: string;

  @Field(() => JsonMap, { description: 'Its parameters by name, as they were sent.' })
  params!: JsonObject;
}

@ObjectType({ description: 'A page of a list of processors.' })
export class ProcessorConnection extends ConnectionOf(Processor, 'Processor') {}

@ObjectType({ description: 'A type of processor that the domain offers.' })
export class ProcessorType {
  @Field(() => String, { description: 'Its name in a processor.' })
  type!: string;

  @Field(() => String, { description: 'What people read.' })
  label!: string;

  @Field(() => [ParameterType], { description: 'The parameters that it takes.' })
  parameters!: readonly ParameterType[];
}

@ObjectType({ description: 'A processor after a change, and its dataset.' })
export class ProcessorPayload extends DatasetPayload {
  @Field(() => Processor, {
    nullable: true,
    description: 'The processor; null when the change took your right to read it.',
  })
  processor!: Processor | null;
}

@ObjectType({ description: 'A processor that is gone, and its dataset.' })
export class DeleteProcessorPayload extends DatasetPayload {
  @Field(() => ID, { description: 'The global `id` that it had, by which a cache drops it.' })
  id!: string;

  @Field(() => ID, { description: 'The uid that it had.' })
  uid!: string;
}
