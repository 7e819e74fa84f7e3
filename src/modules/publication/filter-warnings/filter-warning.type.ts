import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A stored row filter that matches no record, or a visible field that does not exist.' })
export class FilterWarning {
  @Field(() => String, {
    description:
      'The owner of the filter or the visible field: `defaultSecurity`, `userRulesets.<username>` or `groupRulesets.<uid>`.',
  })
  path!: string;

  @Field(() => String, { description: 'The field that it names.' })
  field!: string;

  @Field(() => String, { description: 'A message for people that says what is wrong.' })
  message!: string;
}
