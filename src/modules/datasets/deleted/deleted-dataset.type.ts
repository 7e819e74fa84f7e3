import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DeletionPayload } from '#api/node/deletion-payload.type.ts';
import { Node } from '#api/node/node.type.ts';
import { ConnectionTypeOf } from '#api/reading/page/connection.type.ts';
import { DeletedObject } from '#deletions/index.ts';

@ObjectType({ implements: Node, description: 'A deleted dataset that can be restored.' })
export class DeletedDataset extends DeletedObject {
  @Field(() => String, { description: 'The readable identifier when it was deleted.' })
  datasetId!: string;
}

@ObjectType({ description: 'A page of a list of deleted datasets.' })
export class DeletedDatasetConnection extends ConnectionTypeOf(DeletedDataset, 'DeletedDataset') {}

@InputType({ description: 'The deleted dataset to restore.' })
export class RestoreDatasetInput {
  @Field(() => ID, { description: "The dataset's uid." })
  uid!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Another readable identifier, for when a dataset took the earlier one; default: the earlier one.',
  })
  datasetId?: string | null;
}

@InputType({ description: 'The deleted dataset to purge.' })
export class PurgeDatasetInput {
  @Field(() => ID, { description: "The dataset's uid." })
  uid!: string;
}

@ObjectType({ implements: DeletionPayload, description: 'The purged dataset.' })
export class PurgeDatasetPayload extends DeletionPayload {
  @Field(() => ID, { description: 'The uid of the dataset.' })
  uid!: string;
}
