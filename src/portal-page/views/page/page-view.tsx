import { type Address, pagePath } from '#portal-page/address.ts';
import {
  ContentPageDocument,
  ContentPageInAnyLanguageDocument,
  type ContentPageQuery,
} from '#portal-page/generated/operations.ts';
import { useLanguage } from '#portal-page/page-context.ts';
import { excerptOf } from '#portal-page/rich-text.tsx';
import type { View, ViewRequest } from '#portal-page/view.tsx';
import { PageText } from './page-text.tsx';
import { StudioBlocks } from './studio-blocks.tsx';

type At = Extract<Address, { view: 'page' }>;
type Studio = NonNullable<ContentPageQuery['studioPage']>;
type Translation = NonNullable<NonNullable<ContentPageQuery['codeEditorPage']>['translation']>;

/** A page that editors wrote: its text in a language, or its blocks. */
interface ContentPage {
  readonly title: string;
  readonly updatedAt: string;
  readonly text: Translation | undefined;
  readonly studio: Studio | undefined;
}

/** A page of the portal that editors wrote: a code editor page or, where none has the slug, a studio page. */
export const pageView: View<At, ContentPage> = {
  async load(request, { slug }) {
    const { reader, language, signal } = request;
    const { data } = await reader.read(ContentPageDocument, { slug, language: language.code }, signal);
    const { codeEditorPage, studioPage } = data;
    const text = codeEditorPage && (codeEditorPage.translation ?? (await readAnyTranslation(request, slug)));
    if (codeEditorPage && text)
      return { title: text.title, updatedAt: codeEditorPage.updatedAt, text, studio: undefined };
    return studioPage
      ? { title: studioPage.title, updatedAt: studioPage.updatedAt, text: undefined, studio: studioPage }
      : undefined;
  },
  head: ({ title, text, studio }, _page, { slug }) => ({
    title,
    description: excerptOf(text?.html ?? studio?.description ?? '', 300),
    canonicalPath: pagePath(slug),
    type: 'article',
  }),
  Body: ContentPageBody,
};

/** The page in the first of its languages. */
async function readAnyTranslation({ reader, signal }: ViewRequest, slug: string): Promise<Translation | undefined> {
  const { data } = await reader.read(ContentPageInAnyLanguageDocument, { slug }, signal);
  return data.codeEditorPage?.translations[0];
}

function ContentPageBody({ data: { title, updatedAt, text, studio } }: { readonly data: ContentPage }) {
  const { t, date } = useLanguage();
  return (
    <article class="content-page" lang={text?.language}>
      <h1 tabIndex={-1} dir="auto">
        {title}
      </h1>
      {text && <PageText html={text.html} title={title} />}
      {studio && (
        <>
          {studio.description !== '' && (
            <p class="lead" dir="auto">
              {studio.description}
            </p>
          )}
          <StudioBlocks page={studio} />
        </>
      )}
      <p class="quiet">{t('modifiedOn', { date: date(updatedAt) })}</p>
    </article>
  );
}
