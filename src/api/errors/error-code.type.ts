import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { type ErrorCode, errorCodes } from '#kernel/error-codes.ts';
import type { ErrorDetail } from '#kernel/fail.ts';
import { describeErrors } from './describe-errors.ts';

/** The codes of all errors, as the graph's enum. */
export const errorCodeEnum = Object.fromEntries(Object.keys(errorCodes).map((code) => [code, code]));
registerEnumType(errorCodeEnum, {
  name: 'ErrorCode',
  description: 'The codes of errors, which clients receive as `extensions.code`. `errorCodes` has what each means.',
  valuesConfig: Object.fromEntries(describeErrors().map(({ code, description }) => [code, { description }])),
});

@ObjectType({ description: 'A member of the `extensions` of an error.' })
export class ErrorExtension {
  @Field(() => String, { description: 'The name of the member.' })
  name!: string;

  @Field(() => String, { description: 'The type of its value, as the graph names it.' })
  type!: ErrorDetail['type'];

  @Field(() => String, { description: 'What it means.' })
  description!: string;
}

@ObjectType({ description: 'A code of errors, and what errors with this code have.' })
export class ErrorDescription {
  @Field(() => errorCodeEnum, { description: 'The code.' })
  code!: ErrorCode;

  @Field(() => String, { description: 'What the code means.' })
  description!: string;

  @Field(() => String, {
    description: 'The message; `{name}` stands for the member of that name; `{reason}` is only in the message.',
  })
  message!: string;

  @Field(() => Int, { description: 'The HTTP status of REST.' })
  status!: number;

  @Field(() => Boolean, { description: 'Whether the same request may succeed later.' })
  isRetryable!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The input field at fault, for a code that always concerns the same one.',
  })
  field!: string | null;

  @Field(() => [ErrorExtension], {
    description: 'The members of `extensions` beside `code` and `fields`, the messages by input field.',
  })
  extensions!: readonly ErrorExtension[];
}
