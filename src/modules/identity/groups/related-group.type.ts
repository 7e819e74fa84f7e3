import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A group as others see it: by uid and nothing else.' })
export class RelatedGroup {
  @Field(() => ID, { description: 'The slug that identifies the group.' })
  uid!: string;
}
