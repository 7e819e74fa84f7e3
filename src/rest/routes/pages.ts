import {
  ListCodeEditorPagesDocument,
  ListStudioPagesDocument,
  RetrieveCodeEditorPageDocument,
  RetrieveCodeEditorPageTranslationDocument,
  RetrieveStudioPageDocument,
} from '../generated/operations.ts';
import { one, page } from '../responders/responders.ts';
import { route } from '../route.ts';
import { pageVariables } from '../wire-values.ts';

/** The pages of the portal (docs/contract/rest.md 3). */
export const pageRoutes = [
  route({
    method: 'GET',
    path: '/studio_pages/',
    operation: ListStudioPagesDocument,
    variables: pageVariables,
    respond: page(({ studioPages }) => studioPages),
  }),
  route({
    method: 'GET',
    path: '/studio_pages/{slug}/',
    operation: RetrieveStudioPageDocument,
    variables: ({ path }) => ({ slug: path['slug'] }),
    respond: one(({ studioPage }) => studioPage),
  }),
  route({
    method: 'GET',
    path: '/code_editor_pages/',
    operation: ListCodeEditorPagesDocument,
    variables: pageVariables,
    respond: page(({ codeEditorPages }) => codeEditorPages),
  }),
  route({
    method: 'GET',
    path: '/code_editor_pages/{slug}/',
    operation: RetrieveCodeEditorPageDocument,
    variables: ({ path }) => ({ slug: path['slug'] }),
    respond: one(({ codeEditorPage }) => codeEditorPage),
  }),
  route({
    method: 'GET',
    path: '/code_editor_pages/{slug}/{language}/',
    operation: RetrieveCodeEditorPageTranslationDocument,
    variables: ({ path }) => ({ slug: path['slug'], language: path['language'] }),
    respond: one(({ codeEditorPage }) => {
      if (!codeEditorPage?.translation) return null;
      const {
        slug,
        updated_at,
        translation: { title, html, css },
      } = codeEditorPage;
      return { slug, title, content: { html, css }, updated_at };
    }),
  }),
];
