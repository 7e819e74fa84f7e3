import { failFields, type FieldErrors } from '../../kernel/fail.ts';
import { slug } from '../../kernel/text.ts';

const slugPattern = /^(?=.*[a-z0-9])[a-z0-9_-]{1,150}$/;
const maxTitleLength = 250;
/** In characters of JSON. */
const maxContentLength = 1_000_000;

/** Fails INVALID_INPUT when the text cannot be a page's place in addresses. */
export function checkSlug(given: string): void {
  if (!slugPattern.test(given))
    failFields({
      slug: ['Use 1 to 150 lower-case letters, digits, underscores and hyphens; at least one letter or digit.'],
    });
}

/** What a title makes of a slug, with room for a suffix; fails INVALID_INPUT where nothing is left of it. */
export function slugOf(title: string): string {
  const made = slug(title).slice(0, 140).replace(/-$/, '');
  return made === '' ? failFields({ slug: ['No slug can be made from this title; choose one.'] }) : made;
}

/** What is wrong with a title, where something is. */
export function problemOfTitle(title: string): string | undefined {
  if (title.trim() === '') return 'Give the page a title.';
  return title.length > maxTitleLength ? `Give at most ${String(maxTitleLength)} characters.` : undefined;
}

/** What is wrong with the size of a content, where something is. */
export const problemsOfSize = (content: object): FieldErrors =>
  JSON.stringify(content).length > maxContentLength
    ? { content: [`Give at most ${String(maxContentLength)} characters of JSON.`] }
    : {};
