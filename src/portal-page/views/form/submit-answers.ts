import { SubmitFormDocument } from '#portal-page/generated/operations.ts';
import type { GraphClient } from '#portal-page/graph-client.ts';
import type { Language } from '#portal-page/messages/language.ts';
import { messageOf } from '#portal-page/page-context.ts';
import { GraphError } from '#portal-page/reader.ts';
import type { AnswerError } from './answer-errors.ts';

/** The answers to a form, and its images by the names of their blocks. */
interface Submission {
  readonly formSlug: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly images: ReadonlyMap<string, File>;
}

/** Sends answers to a form. Returns what is wrong with them; nothing once they are stored. */
export async function submitAnswers(
  graph: GraphClient,
  { formSlug, answers, images }: Submission,
): Promise<readonly AnswerError[]> {
  const names = [...images.keys()];
  const input = { formSlug, data: answers, images: names.map((name) => ({ name, file: null })) };
  const files = [...images.values()].map((file, index) => [`variables.input.images.${index}.file`, file] as const);
  const { submitForm } = await graph.mutate(SubmitFormDocument, { input }, { files: new Map(files) });
  return submitForm.isValid ? [] : submitForm.errors;
}

/** What a visitor can do where a form refuses everything that is sent; by the codes of the service. */
const refusals = {
  NOT_FOUND: 'formClosed',
  SUBMISSIONS_QUOTA_REACHED: 'formFull',
  UNAUTHORIZED: 'formNeedsKey',
  PERMISSION_DENIED: 'formNeedsRight',
  PAYLOAD_TOO_LARGE: 'imagesTooLarge',
} as const;

const isRefusal = (code: string): code is keyof typeof refusals => Object.hasOwn(refusals, code);

/** The message of an error that kept answers from being sent. */
export function failureText(language: Language, error: unknown): string {
  const text =
    error instanceof GraphError && isRefusal(error.code)
      ? language.t(refusals[error.code])
      : messageOf(language, error);
  return `${text} ${language.t('answersStay')}`;
}
