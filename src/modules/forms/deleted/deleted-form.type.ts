import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DeletionPayload, Node } from '#api/node.type.ts';
import { ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DeletedObject } from '#deletions/index.ts';

@ObjectType({ implements: Node, description: 'A deleted form that can be restored.' })
export class DeletedForm extends DeletedObject {
  @Field(() => String, { description: 'The slug of the form. Several deleted forms may have had the same one.' })
  slug!: string;
}

@ObjectType({ description: 'A page of a list of deleted forms.' })
export class DeletedFormConnection extends ConnectionTypeOf(DeletedForm, 'DeletedForm') {}

@InputType({ description: 'The deleted form to restore or to purge.' })
export class DeletedFormInput {
  @Field(() => ID, { description: 'The uid of the DeletedForm.' })
  uid!: string;
}

@ObjectType({ implements: DeletionPayload, description: 'The purged form.' })
export class PurgeFormPayload extends DeletionPayload {
  @Field(() => ID, { description: 'The uid of the DeletedForm.' })
  uid!: string;
}
