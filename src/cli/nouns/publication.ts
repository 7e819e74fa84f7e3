import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** What visitors see of a page or a form, as its file has it. */
export const publication = z.enum(['none', 'current', 'earlier']).default('none');

interface Publication<State> {
  readonly publication: z.output<typeof publication>;
  /** What visitors see, where the draft is ahead of it. */
  readonly published?: State | undefined;
}

/** Refuses a published state of which visitors see nothing. */
export const isPublicationConsistent = ({ publication: given, published }: Publication<unknown>): boolean =>
  published === undefined || given === 'earlier';

export const inconsistentPublication = {
  message: 'It needs `publication: earlier`.',
  path: ['published'],
};

/** The publication that applying a document leads to: `earlier` without a published state leaves what the instance has published. */
export function completePublication<State>(
  { publication: given, published }: Publication<State>,
  { stored, draft }: { readonly stored: State | undefined; readonly draft: State },
): Publication<State> {
  if (given !== 'earlier') return { publication: given };
  const state = published ?? stored;
  if (state === undefined) return { publication: 'none' };
  return isDeepStrictEqual(state, draft) ? { publication: 'current' } : { publication: 'earlier', published: state };
}
