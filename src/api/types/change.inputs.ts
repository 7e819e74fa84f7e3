import { Arg, type ClassType, Ctx, Field, ID, InputType, Int } from 'type-graphql';

/** The options of the field `expectedRevision` in a change of an object with a revision. */
export const expectedRevision = {
  nullable: true,
  description: 'The revision that the object must have, else REVISION_MISMATCH.',
} as const;

/** The field of every input that names a part of a dataset. */
@InputType({ description: 'A part of a dataset.' })
export abstract class DatasetPartInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;
}

/** The fields of every change of a part of a dataset. */
@InputType({ description: 'A change of a part of a dataset.' })
export abstract class DatasetPartChangeInput extends DatasetPartInput {
  @Field(() => Int, {
    nullable: true,
    description: 'The revision that the object must have, else REVISION_MISMATCH.',
  })
  expectedRevision?: number | null;
}

/** Declares the parameters that most mutations have: the one argument `input`, and the context. */
export const TakesInput =
  (input: () => ClassType, description: string) =>
  (prototype: object, method: string): void => {
    Arg('input', input, { description })(prototype, method, 0);
    Ctx()(prototype, method, 1);
  };
