import { requiredMessage } from '#kernel/fail.ts';
import { unstorableMessage } from '../records/record.ts';

/** Every error of an answer by its code: the message for the submitter, whose placeholders are the parameters, and when it is given. */
export const answerErrors = {
  REQUIRED: { message: requiredMessage, description: 'A required block has no answer.' },
  UNKNOWN_BLOCK: {
    message: 'The form has no block of this name.',
    description: 'An answer names no block of the form.',
  },
  NOT_AN_OBJECT: {
    message: 'Send an object whose names are those of the blocks.',
    description: 'The answers are not an object.',
  },
  NOT_A_TEXT: { message: 'Give a text.', description: 'The answer is not a text.' },
  TEXT_TOO_LONG: { message: 'Give at most {max} characters.', description: 'A text is longer than `max`.' },
  UNSTORABLE_TEXT: { message: unstorableMessage, description: 'A text has characters that cannot be stored.' },
  NOT_A_LIST: { message: 'Give a list of texts.', description: 'The answer is not a list.' },
  TOO_MANY_TEXTS: { message: 'Give at most {max} texts.', description: 'A list has more than `max` texts.' },
  NOT_A_WEB_ADDRESS: {
    message: 'Give an address that begins with http:// or https://.',
    description: 'The answer is no address on the web.',
  },
  NOT_A_SIRET: {
    message: 'Give a SIRET: 14 digits, such as 732 829 320 00074.',
    description: 'The answer is no SIRET.',
  },
  TOO_MANY_VALUES: {
    message: 'Give at most {max} values, nested {depth} levels deep at most.',
    description: 'A JSON value has more than `max` values, or is nested deeper than `depth`.',
  },
  JSON_TOO_LONG: {
    message: 'Give at most {max} characters of JSON.',
    description: 'A JSON value has more than `max` characters.',
  },
  NOT_A_NUMBER: { message: 'Give a number.', description: 'The answer is not a number.' },
  NOT_WHOLE: { message: 'Give a whole number.', description: 'The number has decimals.' },
  NUMBER_TOO_SMALL: { message: 'Give a number of at least {min}.', description: 'The number is below `min`.' },
  NUMBER_TOO_LARGE: { message: 'Give a number of at most {max}.', description: 'The number is above `max`.' },
  NOT_A_BOOLEAN: { message: 'Give true or false.', description: 'The answer is neither true nor false.' },
  NOT_ACCEPTED: { message: 'This must be accepted.', description: 'A required consent is not given.' },
  NOT_A_DAY: { message: 'Give a day in ISO 8601, such as 2026-01-31.', description: 'The answer is no day.' },
  NOT_AN_INSTANT: {
    message: 'Give an instant in ISO 8601, such as 2026-01-31T08:00:00Z.',
    description: 'The answer is no instant.',
  },
  TOO_EARLY: { message: 'Give {min} at the earliest.', description: 'The day or instant is before `min`.' },
  TOO_LATE: { message: 'Give {max} at the latest.', description: 'The day or instant is after `max`.' },
  MORE_THAN_ONE: { message: 'Choose one.', description: 'Several options are chosen where one is asked for.' },
  NOT_AN_OPTION: { message: 'Choose among the options.', description: 'The answer is none of the options.' },
  TOO_MANY_OTHER_TEXTS: {
    message: 'Choose among the options, and give at most one other text.',
    description: 'More than one text is none of the options.',
  },
  DATASET_NOT_VISIBLE: {
    message: 'Give uids of datasets that are visible to you.',
    description: 'A linked dataset does not exist, or is not visible to the submitter.',
  },
  NOT_A_CONTACT: { message: 'Give an object of sub-fields.', description: 'The answer is no contact.' },
  UNKNOWN_PART: {
    message: 'Give only these sub-fields: {parts}.',
    description: 'A contact has a sub-field that is not among `parts`.',
  },
  PART_REQUIRED: {
    message: 'The sub-field {part} is required.',
    description: 'The required sub-field `part` of a contact is empty.',
  },
  NOT_AN_EMAIL: {
    message: 'Give an e-mail address, such as ada@example.org.',
    description: 'A sub-field of a contact is no e-mail address.',
  },
  NOT_A_PHONE_NUMBER: { message: 'Give a phone number.', description: 'A sub-field of a contact is no phone number.' },
  PHONE_WITHOUT_COUNTRY: {
    message: 'Give a phone number with its country, such as +33 1 23 45 67 89.',
    description: 'A sub-field of a contact is no phone number with its country.',
  },
  NOT_A_PLACE: { message: 'Give an object with lat and lon.', description: 'The answer is no place.' },
  WRONG_LATITUDE: {
    message: 'Give lat as a number of degrees from -90 to 90.',
    description: 'The latitude of a place is missing or out of range.',
  },
  WRONG_LONGITUDE: {
    message: 'Give lon as a number of degrees from -180 to 180.',
    description: 'The longitude of a place is missing or out of range.',
  },
  TOO_MANY_MEMBERS: {
    message: 'Give at most {max} members in addition to lat and lon.',
    description: 'A place has more than `max` further members.',
  },
  WRONG_MEMBER_NAME: {
    message: 'Give names of at most {max} characters in addition to lat and lon.',
    description: 'A further member of a place has a name that is reserved or longer than `max`.',
  },
  WRONG_MEMBER: {
    message: 'Give only texts, numbers and booleans in addition to lat and lon.',
    description: 'A further member of a place is a list or an object.',
  },
  NUMBER_OUT_OF_RANGE: {
    message: 'Give numbers between -1.8e308 and 1.8e308.',
    description: 'A number in a place is not finite.',
  },
  IMAGE_MISSING: {
    message: 'Send the image as a multipart part with the name {name}.',
    description: 'The answer names an image that was not sent.',
  },
  UNKNOWN_IMAGE: {
    message: 'Give the name of the part with the image, {name}, or the image as it was read before.',
    description: 'The answer is no image of this submission.',
  },
  IMAGE_TOO_LARGE: {
    message: 'Send an image of at most {max} MiB.',
    description: 'An image is larger than `max` MiB.',
  },
  NOT_AN_IMAGE: {
    message: 'Send an image: a PNG, JPEG, GIF or WebP.',
    description: 'The bytes of a file are no image of a known type.',
  },
  TOO_MANY_IMAGES: {
    message: 'Send at most {max} images at a time.',
    description: 'More than `max` images were sent.',
  },
  UNKNOWN_IMAGE_BLOCK: {
    message: 'The form has no image block with this name.',
    description: 'An image names no image block of the form.',
  },
  SEVERAL_IMAGES: { message: 'Send one image.', description: 'A block has several images.' },
  IMAGE_DELETED: {
    message: 'This image no longer exists. Send it again or omit it.',
    description: 'An image was deleted since the submission was read.',
  },
  NOT_UNIQUE: {
    message: 'Another submission already has this answer. Give a different one.',
    description: 'The answer must be unique, and another submission has it.',
  },
  RECAPTCHA_MISSING: {
    message: 'A reCAPTCHA token is required. Solve the reCAPTCHA and send its token.',
    description: 'The form needs a reCAPTCHA token.',
  },
  RECAPTCHA_INVALID: {
    message: 'The reCAPTCHA token is invalid or expired. Solve the reCAPTCHA again.',
    description: 'The reCAPTCHA token is not valid, or no longer.',
  },
} as const satisfies Readonly<Record<string, { readonly message: string; readonly description: string }>>;

/** The code of an error of an answer. */
export type AnswerErrorCode = keyof typeof answerErrors;

/** The values of the placeholders of a message; `part` names the sub-field of a contact that has the error. */
export type AnswerErrorParams = Readonly<Record<string, string | number>>;

/** What is wrong with an answer. */
export interface AnswerProblem {
  readonly code: AnswerErrorCode;
  readonly params: AnswerErrorParams;
  /** The message in English, for the submitter. */
  readonly message: string;
}

/** The names of the placeholders in a message. */
type Placeholders<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type ParamsOf<Code extends AnswerErrorCode> = {
  readonly [Name in Placeholders<(typeof answerErrors)[Code]['message']>]: string | number;
};

/** A problem from the table. */
export function answerProblem<Code extends AnswerErrorCode>(
  code: Code,
  ...given: keyof ParamsOf<Code> extends never ? [] : [ParamsOf<Code>]
): AnswerProblem {
  const params: AnswerErrorParams = given[0] ?? {};
  const message = answerErrors[code].message.replace(/\{(\w+)\}/g, (_match, name: string) => String(params[name]));
  return { code, params, message };
}

/** An error in an answer, with the name of its block. */
export interface AnswerError extends AnswerProblem {
  readonly field: string;
}
