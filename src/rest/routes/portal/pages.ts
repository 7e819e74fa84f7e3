import {
  ListCodeEditorPagesDocument,
  ListStudioPagesDocument,
  RetrieveCodeEditorPageDocument,
  RetrieveCodeEditorPageTranslationDocument,
  RetrieveStudioPageDocument,
  type RetrieveCodeEditorPageTranslationQuery,
} from '#rest/generated/operations.ts';
import { fromPath, pageVariables } from '#rest/request/request-value.ts';
import { type BodyMapping, composeObject, named, propertyAt, requiredProperty } from '#rest/responders/body-mapping.ts';
import { object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

type TranslatedPage = NonNullable<RetrieveCodeEditorPageTranslationQuery['codeEditorPage']>;

/** The body for a page in one language; null if the page has no texts in that language. */
const translationBody: BodyMapping<TranslatedPage> = {
  value: ({ slug, translation, updated_at }) =>
    translation && {
      slug,
      title: translation.title,
      content: { html: translation.html, css: translation.css },
      updated_at,
    },
  shape: (shape) =>
    composeObject('TranslatedPage', {
      slug: propertyAt(shape, 'slug'),
      title: propertyAt(shape, 'translation.title'),
      content: requiredProperty(
        composeObject('TranslatedContent', {
          html: propertyAt(shape, 'translation.html'),
          css: propertyAt(shape, 'translation.css'),
        }),
      ),
      updated_at: propertyAt(shape, 'updated_at'),
    }),
};

/** The pages of the portal (docs/contract/rest.md 3). */
export const pageRoutes = [
  route(ListStudioPagesDocument, {
    method: 'GET',
    path: '/studio_pages/',
    isPublic: true,
    variables: pageVariables,
    respond: page('studioPages'),
  }),
  route(RetrieveStudioPageDocument, {
    method: 'GET',
    path: '/studio_pages/{slug}/',
    isPublic: true,
    variables: { slug: fromPath('slug') },
    respond: object('studioPage', { body: named('StudioPageWithContent') }),
  }),
  route(ListCodeEditorPagesDocument, {
    method: 'GET',
    path: '/code_editor_pages/',
    isPublic: true,
    variables: pageVariables,
    respond: page('codeEditorPages'),
  }),
  route(RetrieveCodeEditorPageDocument, {
    method: 'GET',
    path: '/code_editor_pages/{slug}/',
    isPublic: true,
    variables: { slug: fromPath('slug') },
    respond: object('codeEditorPage', { body: named('CodeEditorPageWithContent') }),
  }),
  route(RetrieveCodeEditorPageTranslationDocument, {
    method: 'GET',
    path: '/code_editor_pages/{slug}/{language}/',
    isPublic: true,
    variables: { slug: fromPath('slug'), language: fromPath('language') },
    respond: object('codeEditorPage', { body: translationBody }),
  }),
];
