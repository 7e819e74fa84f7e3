import { Field, ID, InputType } from 'type-graphql';
import { JsonValue, type ReceivedFile, Upload } from '#api/types/scalars.ts';
import type { Json } from '#kernel/json.ts';

@InputType({ description: 'An image that comes with a submission.' })
export class SubmittedImageInput {
  @Field(() => String, { description: 'The name of the block that the image answers.' })
  name!: string;

  @Field(() => Upload, { description: 'A PNG, JPEG, GIF or WebP of 10 MiB at most.' })
  file!: ReceivedFile;
}

@InputType({ description: 'The answers to a published form.' })
export class SubmitFormInput {
  @Field(() => ID, { description: "The form's slug." })
  formSlug!: string;

  @Field(() => JsonValue, { description: 'The answers: an object by the names of the blocks.' })
  data!: Json;

  @Field(() => [SubmittedImageInput], { defaultValue: [], description: 'The images, each for one block; 20 at most.' })
  images!: SubmittedImageInput[];

  @Field(() => String, { nullable: true, description: 'The reCAPTCHA token, required when the form uses reCAPTCHA.' })
  recaptchaToken?: string | null;
}

@InputType({ description: 'The changed answers to a form.' })
export class ChangeSubmissionInput {
  @Field(() => ID, { description: "The form's slug." })
  formSlug!: string;

  @Field(() => ID, { description: "The submission's uid." })
  uid!: string;

  @Field(() => JsonValue, {
    description:
      'All answers, which replace the previous ones: an object by the names of the blocks. To keep an existing image, send the value that you read.',
  })
  data!: Json;

  @Field(() => [SubmittedImageInput], { defaultValue: [], description: 'New images, each for one block; 20 at most.' })
  images!: SubmittedImageInput[];
}
