import { failFields, type FieldErrors } from '#kernel/fail.ts';
import { slugify } from '#kernel/text.ts';

const slugPattern = /^(?=.*[a-z0-9])[a-z0-9_-]{1,150}$/;
const maxTitleLength = 250;
/** The maximum length of the content of a page, in characters of JSON. */
const maxContentLength = 1_000_000;

/** Fails INVALID_INPUT when the text is not a valid slug of a page. */
export function checkPageSlug(given: string): void {
  if (!slugPattern.test(given))
    failFields({
      slug: ['Use 1 to 150 lower-case letters, digits, underscores and hyphens; at least one letter or digit.'],
    });
}

/** The slug of a title, short enough for a suffix; fails INVALID_INPUT when no slug can be made from the title. */
export function slugFromTitle(title: string): string {
  const slug = slugify(title).slice(0, 140).replace(/-$/, '');
  return slug === '' ? failFields({ slug: ['No slug can be made from this title; choose one.'] }) : slug;
}

/** What is wrong with a title; undefined for a valid title. */
export function titleProblem(title: string): string | undefined {
  if (title.trim() === '') return 'Give the page a title.';
  return title.length > maxTitleLength ? `Give at most ${String(maxTitleLength)} characters.` : undefined;
}

/** The error of content that is too long; empty for content of a valid length. */
export const sizeErrors = (content: object): FieldErrors =>
  JSON.stringify(content).length > maxContentLength
    ? { content: [`Give at most ${String(maxContentLength)} characters of JSON.`] }
    : {};
