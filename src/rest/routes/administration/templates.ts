import {
  CreateMetadataTemplateDocument,
  DeleteMetadataTemplateDocument,
  ListMetadataTemplateFieldsDocument,
  ListMetadataTemplatesDocument,
  RetrieveMetadataTemplateDocument,
  RetrieveMetadataTemplateFieldDocument,
  SuggestMetadataTemplateValuesDocument,
  UpdateMetadataTemplateDocument,
} from '#rest/generated/operations.ts';
import {
  fromBody,
  fromPath,
  fromQuery,
  pageVariables,
  parseBoolean,
  parseInteger,
} from '#rest/request/request-value.ts';
import { createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import { suggestions } from './suggestions.ts';

const retrieveTemplate = route(RetrieveMetadataTemplateDocument, {
  method: 'GET',
  path: '/metadata/templates/{template_name}/',
  variables: { template_name: fromPath('template_name') },
  respond: object('metadataTemplate'),
});

const template_name = fromPath('template_name');
const template_field_name = fromPath('template_field_name');

/** What a body has of a template besides its name. */
const settings = {
  title: fromBody('title'),
  type: fromBody('type'),
  isActive: fromBody('is_active'),
  schema: fromBody('schema'),
};

/** The metadata templates and their fields (docs/contract/rest.md 2, Metadata templates; docs/contract/administration.md 9). */
export const templateRoutes = [
  route(ListMetadataTemplatesDocument, {
    method: 'GET',
    path: '/metadata/templates/',
    needs: { rights: ['configure'] },
    variables: {
      ...pageVariables,
      is_active: fromQuery('is_active', { parse: parseBoolean }),
      type: fromQuery('type'),
    },
    respond: page('metadataTemplates'),
  }),
  route(CreateMetadataTemplateDocument, {
    method: 'POST',
    path: '/metadata/templates/',
    needs: { rights: ['administer'] },
    variables: { input: { name: fromBody('name'), ...settings } },
    respond: createdObject('createMetadataTemplate.metadataTemplate'),
  }),
  retrieveTemplate,
  route(UpdateMetadataTemplateDocument, {
    method: 'PUT',
    path: '/metadata/templates/{template_name}/',
    needs: { rights: ['administer'], target: retrieveTemplate },
    variables: { input: { template: template_name, name: fromBody('name'), ...settings } },
    respond: object('updateMetadataTemplate.metadataTemplate'),
  }),
  route(DeleteMetadataTemplateDocument, {
    method: 'DELETE',
    path: '/metadata/templates/{template_name}/',
    needs: { rights: ['administer'], target: retrieveTemplate },
    variables: { input: { name: template_name } },
    respond: noContent(),
  }),
  route(ListMetadataTemplateFieldsDocument, {
    method: 'GET',
    path: '/metadata/templates/{template_name}/fields/',
    needs: { target: retrieveTemplate },
    variables: { template_name, ...pageVariables },
    respond: page('metadataTemplate.fields'),
  }),
  route(RetrieveMetadataTemplateFieldDocument, {
    method: 'GET',
    path: '/metadata/templates/{template_name}/fields/{template_field_name}/',
    variables: { template_name, template_field_name },
    respond: object('metadataTemplate.field'),
  }),
  route(SuggestMetadataTemplateValuesDocument, {
    operationId: 'GetMetadataFieldValuesSuggestion',
    method: 'GET',
    path: '/metadata/templates/{template_name}/fields/{template_field_name}/suggest/',
    variables: {
      template_name,
      template_field_name,
      query: fromQuery('query', { isRequired: true }),
      count: fromQuery('count', { parse: parseInteger, default: 20 }),
    },
    respond: suggestions,
  }),
];
