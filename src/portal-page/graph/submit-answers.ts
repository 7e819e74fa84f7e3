import { SubmitFormDocument } from '../generated/operations.ts';
import type { GraphClient } from './graph-client.ts';
import { isRecord } from './graph-result.ts';
import { GraphError } from './graph-error.ts';
import { sendWithKey, type Keys } from './send-with-key.ts';

/** What is wrong with an answer. */
export interface AnswerError {
  readonly field: string;
  readonly message: string;
}

/** The answers to a form, and its images by the names of their blocks. */
export interface Submission {
  readonly formSlug: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly images: ReadonlyMap<string, File>;
}

/** Sends answers to a form. Returns what is wrong with them; nothing once they are stored. */
export async function submitAnswers(
  graph: GraphClient,
  keys: Keys,
  submission: Submission,
): Promise<readonly AnswerError[]> {
  if (submission.images.size > 0) return submitWithImages(keys, submission);
  const { formSlug, answers: data } = submission;
  const { submitForm } = await graph.mutate(SubmitFormDocument, { input: { formSlug, data } });
  return submitForm.isValid ? [] : submitForm.errors;
}

/** Sends answers with images to the Portal API: the graph takes files only with a key. */
async function submitWithImages(
  keys: Keys,
  { formSlug, answers, images }: Submission,
): Promise<readonly AnswerError[]> {
  const body = new FormData();
  body.set('data', JSON.stringify(answers));
  for (const [name, file] of images) body.set(name, file);
  const address = `/api/portal/v1.0/forms/${encodeURIComponent(formSlug)}/submissions/`;
  const response = await sendWithKey(keys, address, { method: 'POST', body });
  const result: unknown = await response.json();
  if (isRecord(result) && result['is_valid'] === true) return [];
  if (isRecord(result) && Array.isArray(result['errors'])) return (result['errors'] as readonly unknown[]).map(toError);
  throw new GraphError(isRecord(result) ? String(result['message']) : '', 'INTERNAL_ERROR');
}

const toError = (error: unknown): AnswerError =>
  isRecord(error) ? { field: String(error['field']), message: String(error['message']) } : { field: '', message: '' };
