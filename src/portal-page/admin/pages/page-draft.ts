import { isRecord } from '#portal-page/json.ts';
import type { OneChangeFragment, OnePageFragment } from '../generated/operations.ts';
import { isSame } from '../dataset/draft.ts';

/** The texts of a code page in one language. */
export interface Translation {
  readonly language: string;
  readonly title: string;
  readonly html: string;
  readonly css: string;
}

/** What an editor changes of a page. Members that the kind of the page does not have stay empty. */
export interface PageDraft {
  readonly title: string;
  readonly description: string;
  /** The content of a studio page, as JSON. */
  readonly content: string;
  readonly translations: readonly Translation[];
  readonly template: string;
  readonly tags: readonly string[];
  readonly isRestricted: boolean;
}

/** Whether a page is made of blocks, not of texts. */
export const isStudio = (page: OnePageFragment): page is Extract<OnePageFragment, { readonly content: unknown }> =>
  'content' in page;

/** The page that is saved. */
export function savedPage(page: OnePageFragment): PageDraft {
  const { description, isRestricted } = page;
  const empty = { title: '', content: '', translations: [], template: '', tags: [] };
  if (isStudio(page)) {
    const { blocks, layouts, dataProviders, filters } = page.content;
    const content = JSON.stringify({ blocks, layouts, dataProviders, filters }, null, 2);
    return { ...empty, title: page.title, description, content, isRestricted };
  }
  const translations = page.translations.map(({ language, title, html, css }) => ({ language, title, html, css }));
  return { ...empty, description, translations, template: page.template, tags: page.tags, isRestricted };
}

/** A draft as the browser kept it; undefined for anything else. */
export function readPageDraft(kept: unknown): PageDraft | undefined {
  if (!isRecord(kept)) return undefined;
  const { translations, tags } = kept;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    title: text(kept['title']),
    description: text(kept['description']),
    content: text(kept['content']),
    template: text(kept['template']),
    isRestricted: kept['isRestricted'] === true,
    tags: Array.isArray(tags) ? tags.map(String) : [],
    translations: Array.isArray(translations)
      ? translations.flatMap((each: unknown) =>
          isRecord(each)
            ? [
                {
                  language: text(each['language']),
                  title: text(each['title']),
                  html: text(each['html']),
                  css: text(each['css']),
                },
              ]
            : [],
        )
      : [],
  };
}

/** The members that differ, as changes; texts of a code page by their language. */
export function changesOf(before: PageDraft, after: PageDraft): readonly OneChangeFragment[] {
  const flat = ({ translations, ...others }: PageDraft): ReadonlyMap<string, unknown> =>
    new Map<string, unknown>([
      ...Object.entries(others),
      ...translations.flatMap(({ language, title, html, css }) =>
        Object.entries({ title, html, css }).map(([name, value]) => [`${language}/${name}`, value] as const),
      ),
    ]);
  const [old, changed] = [flat(before), flat(after)];
  return [...new Set([...old.keys(), ...changed.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name) ?? null, changed.get(name) ?? null];
    if (isSame(was, is)) return [];
    return [
      {
        kind: was === null ? 'added' : is === null ? 'removed' : 'changed',
        path: name.split('/'),
        before: was,
        after: is,
      },
    ];
  });
}

/** The content of a studio page; undefined where the text is no object of JSON. */
export function readContent(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const content: unknown = JSON.parse(text);
    return isRecord(content) ? content : undefined;
  } catch {
    return undefined;
  }
}
