import { Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A stored row filter that shows no record at all: rather than too many.' })
export class FilterWarning {
  @Field(() => String, {
    description: 'Whose filter: `defaultSecurity`, `userRulesets.<username>` or `groupRulesets.<uid>`.',
  })
  path!: string;

  @Field(() => String, { description: 'The field that it names.' })
  field!: string;

  @Field(() => String, { description: 'What is wrong, for people.' })
  message!: string;
}
