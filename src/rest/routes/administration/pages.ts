import { fail } from '#kernel/fail.ts';
import {
  ArchivePageDocument,
  CreateCodeEditorPageDocument,
  CreateStudioPageDocument,
  DeleteCodeEditorPagesDocument,
  DeletePageDocument,
  FindCodeEditorPageConfigurationDocument,
  FindStudioPageConfigurationDocument,
  ListCodeEditorPageConfigurationsDocument,
  ListStudioPageConfigurationsDocument,
  PublishPageDocument,
  RetrieveCodeEditorPageConfigurationDocument,
  RetrieveStudioPageConfigurationDocument,
  UnarchivePageDocument,
  UnpublishPageDocument,
  UpdateCodeEditorPageDocument,
  UpdateStudioPageDocument,
} from '#rest/generated/operations.ts';
import {
  constant,
  fromBody,
  fromPath,
  fromQuery,
  fromQueryList,
  fromReplacingBody,
  fromRequiredBody,
  pageVariables,
  type RestInput,
} from '#rest/request/request-value.ts';
import { named } from '#rest/responders/body-mapping.ts';
import { acknowledgement, createdObject, list, noContent, object, page } from '#rest/responders/responders.ts';
import { type ExecuteOperation, type Method, type Route, route } from '#rest/route.ts';

const slug = fromPath('page_slug');
const uid = fromPath('studio_page_uid');

/** The uid of the code editor page of a path, which REST addresses by its slug and the graph changes by its uid. */
async function findCodeEditorPage(execute: ExecuteOperation, { path: { page_slug = '' } }: RestInput): Promise<string> {
  const { data } = await execute(FindCodeEditorPageConfigurationDocument, { slug: page_slug });
  return data.codeEditorPageConfiguration?.uid ?? fail('NOT_FOUND');
}

/** A change of a code editor page: the uid of the page takes the place of its slug. */
export const ofCodeEditorPage = (change: Route): Route => ({
  ...change,
  async respond(execute, input, failureOf) {
    const page_slug = await findCodeEditorPage(execute, input);
    return change.respond(execute, { ...input, path: { ...input.path, page_slug } }, failureOf);
  },
});

/** A change of a studio page: a page of the other kind does not exist here. */
export const ofStudioPage = (change: Route): Route => ({
  ...change,
  async respond(execute, input, failureOf) {
    const { data } = await execute(FindStudioPageConfigurationDocument, { uid: input.path['studio_page_uid'] ?? '' });
    return data.studioPageConfiguration ? change.respond(execute, input, failureOf) : fail('NOT_FOUND');
  },
});

const codeEditorPage = named('CodeEditorPage');

export const retrieveCodeEditorPage = route(RetrieveCodeEditorPageConfigurationDocument, {
  operationId: 'RetrieveCodeEditorPage',
  method: 'GET',
  path: '/code_editor_pages/{page_slug}/',
  variables: { slug },
  respond: object('codeEditorPageConfiguration', { body: codeEditorPage }),
});

/** The body of a code editor page. REST has no draft: what is saved is published. */
const codeEditorPageFields = {
  slug: fromBody('slug'),
  titles: fromBody('title'),
  description: fromBody('description'),
  template: fromBody('template'),
  tags: fromBody('tags'),
  isRestricted: fromBody('is_restricted'),
  isPublished: constant(true),
};

/** A change of the code editor page of the path. */
const codeEditorPageChange = (method: Method, below = '') =>
  ({
    method,
    path: `/code_editor_pages/{page_slug}/${below}`,
    needs: { target: retrieveCodeEditorPage },
    variables: { input: { uid: slug } },
  }) as const;

/** The code editor pages of the portal (docs/contract/administration.md 4). */
export const codeEditorPageRoutes = [
  route(ListCodeEditorPageConfigurationsDocument, {
    operationId: 'ListCodeEditorPages',
    method: 'GET',
    path: '/code_editor_pages/',
    variables: { ...pageVariables, search: fromQuery('search') },
    respond: page('codeEditorPageConfigurations', { node: codeEditorPage }),
  }),
  route(CreateCodeEditorPageDocument, {
    method: 'POST',
    path: '/code_editor_pages/',
    needs: { rights: ['create_page'] },
    // clients send translations; a body has a map by language for each part
    variables: {
      input: { translations: constant(null), ...codeEditorPageFields, content: fromRequiredBody('content') },
    },
    respond: createdObject('createCodeEditorPage.codeEditorPageConfiguration', { body: codeEditorPage }),
  }),
  route(DeleteCodeEditorPagesDocument, {
    method: 'DELETE',
    path: '/code_editor_pages/',
    variables: {
      input: { slugs: fromQueryList('slug'), search: fromQuery('search') },
    },
    respond: list('deleteCodeEditorPages.slugs'),
  }),
  retrieveCodeEditorPage,
  ofCodeEditorPage(
    route(UpdateCodeEditorPageDocument, {
      ...codeEditorPageChange('PUT'),
      variables: { input: { uid: slug, ...codeEditorPageFields, content: fromBody('content') } },
      respond: object('updateCodeEditorPage.codeEditorPageConfiguration', { body: codeEditorPage }),
    }),
  ),
  ofCodeEditorPage(
    route(DeletePageDocument, {
      ...codeEditorPageChange('DELETE'),
      operationId: 'DeleteCodeEditorPage',
      respond: noContent(),
    }),
  ),
  ofCodeEditorPage(
    route(ArchivePageDocument, {
      ...codeEditorPageChange('POST', 'archive/'),
      operationId: 'ArchiveCodeEditorPage',
      respond: acknowledgement(),
    }),
  ),
  ofCodeEditorPage(
    route(UnarchivePageDocument, {
      ...codeEditorPageChange('POST', 'unarchive/'),
      operationId: 'UnarchiveCodeEditorPage',
      respond: acknowledgement(),
    }),
  ),
];

const studioPage = named('StudioPage');

export const retrieveStudioPage = route(RetrieveStudioPageConfigurationDocument, {
  operationId: 'RetrieveStudioPage',
  method: 'GET',
  path: '/studio_pages/{studio_page_uid}/',
  variables: { uid },
  respond: object('studioPageConfiguration', { body: studioPage }),
});

/** The body of a studio page: its draft, which `publish` publishes, and whether everyone sees it. */
const studioPageFields = {
  slug: fromBody('slug'),
  title: fromBody('title'),
  description: fromBody('description'),
  content: fromBody('content'),
};

/** A change of the studio page of the path. */
const studioPageChange = (method: Method, below = '') =>
  ({
    method,
    path: `/studio_pages/{studio_page_uid}/${below}`,
    needs: { target: retrieveStudioPage },
    variables: { input: { uid } },
  }) as const;

/** The studio pages of the portal (docs/contract/administration.md 4). */
export const studioPageRoutes = [
  route(ListStudioPageConfigurationsDocument, {
    operationId: 'ListStudioPages',
    method: 'GET',
    path: '/studio_pages/',
    variables: pageVariables,
    respond: page('studioPageConfigurations', { node: studioPage }),
  }),
  route(CreateStudioPageDocument, {
    method: 'POST',
    path: '/studio_pages/',
    needs: { rights: ['create_page'] },
    variables: { input: { ...studioPageFields, isPublic: fromReplacingBody('public') } },
    respond: createdObject('createStudioPage.studioPageConfiguration', { body: studioPage }),
  }),
  retrieveStudioPage,
  route(UpdateStudioPageDocument, {
    ...studioPageChange('PUT'),
    variables: { input: { uid, ...studioPageFields, isPublic: fromBody('public') } },
    respond: object('updateStudioPage.studioPageConfiguration', { body: studioPage }),
  }),
  ofStudioPage(
    route(DeletePageDocument, {
      ...studioPageChange('DELETE'),
      operationId: 'DeleteStudioPage',
      respond: noContent(),
    }),
  ),
  ofStudioPage(
    route(PublishPageDocument, {
      ...studioPageChange('POST', 'publish/'),
      operationId: 'PublishStudioPage',
      respond: acknowledgement(),
    }),
  ),
  ofStudioPage(
    route(UnpublishPageDocument, {
      ...studioPageChange('POST', 'unpublish/'),
      operationId: 'UnpublishStudioPage',
      respond: acknowledgement(),
    }),
  ),
];
