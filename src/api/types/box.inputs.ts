import { Field, Float, InputType } from 'type-graphql';

@InputType({
  description: 'A box on the earth, in degrees; with west beyond east it crosses the antimeridian.',
})
export class BoxInput {
  @Field(() => Float, { description: 'The smallest latitude.' })
  south!: number;

  @Field(() => Float, { description: 'The western longitude.' })
  west!: number;

  @Field(() => Float, { description: 'The largest latitude.' })
  north!: number;

  @Field(() => Float, { description: 'The eastern longitude.' })
  east!: number;
}
