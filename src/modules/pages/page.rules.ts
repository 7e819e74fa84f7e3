import { failFields, type FieldErrors } from '../../kernel/fail.ts';
import { slugify } from '../../kernel/text.ts';

const slugPattern = /^(?=.*[a-z0-9])[a-z0-9_-]{1,150}$/;
const maxTitleLength = 250;
/** In characters of JSON. */
const maxContentLength = 1_000_000;

/** Fails INVALID_INPUT when the text is not a valid slug of a page. */
export function checkPageSlug(given: string): void {
  if (!slugPattern.test(given))
    failFields({
      slug: ['Use 1 to 150 lower-case letters, digits, underscores and hyphens; at least one letter or digit.'],
    });
}

/** The slug of a title, with room for a suffix; fails INVALID_INPUT when the title yields none. */
export function slugFromTitle(title: string): string {
  const made = slugify(title).slice(0, 140).replace(/-$/, '');
  return made === '' ? failFields({ slug: ['No slug can be made from this title; choose one.'] }) : made;
}

/** The problem of a title; undefined for a valid one. */
export function problemOfTitle(title: string): string | undefined {
  if (title.trim() === '') return 'Give the page a title.';
  return title.length > maxTitleLength ? `Give at most ${String(maxTitleLength)} characters.` : undefined;
}

/** The errors of a page's content that is too long; none for a valid one. */
export const problemsOfSize = (content: object): FieldErrors =>
  JSON.stringify(content).length > maxContentLength
    ? { content: [`Give at most ${String(maxContentLength)} characters of JSON.`] }
    : {};
