import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A stored row filter that matches no record.' })
export class FilterWarning {
  @Field(() => String, {
    description: 'The owner of the filter: `defaultSecurity`, `userRulesets.<username>` or `groupRulesets.<uid>`.',
  })
  path!: string;

  @Field(() => String, { description: 'The field that the filter names.' })
  field!: string;

  @Field(() => String, { description: 'A message for people that says what is wrong.' })
  message!: string;
}
