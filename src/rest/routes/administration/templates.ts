import {
  ListMetadataTemplateFieldsDocument,
  ListMetadataTemplatesDocument,
  RetrieveMetadataTemplateDocument,
  RetrieveMetadataTemplateFieldDocument,
} from '#rest/generated/operations.ts';
import { fromPath, fromQuery, pageVariables, parseBoolean } from '#rest/request/request-value.ts';
import { replaceByNodes } from '#rest/responders/body-mapping.ts';
import { object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

/** The fields of a template are a list without an envelope. */
const schemaAsList = replaceByNodes('schema');

const retrieveTemplate = route(RetrieveMetadataTemplateDocument, {
  method: 'GET',
  path: '/metadata/templates/{template_name}/',
  variables: { template_name: fromPath('template_name') },
  respond: object('metadataTemplate', { body: schemaAsList }),
});

/** The metadata templates and their fields (docs/contract/rest.md 2, Metadata templates). */
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
    respond: page('metadataTemplates', { node: schemaAsList }),
  }),
  retrieveTemplate,
  route(ListMetadataTemplateFieldsDocument, {
    method: 'GET',
    path: '/metadata/templates/{template_name}/fields/',
    needs: { target: retrieveTemplate },
    variables: { template_name: fromPath('template_name'), ...pageVariables },
    respond: page('metadataTemplate.fields'),
  }),
  route(RetrieveMetadataTemplateFieldDocument, {
    method: 'GET',
    path: '/metadata/templates/{template_name}/fields/{template_field_name}/',
    variables: {
      template_name: fromPath('template_name'),
      template_field_name: fromPath('template_field_name'),
    },
    respond: object('metadataTemplate.field'),
  }),
];
