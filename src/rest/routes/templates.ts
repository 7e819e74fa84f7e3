import {
  ListMetadataTemplateFieldsDocument,
  ListMetadataTemplatesDocument,
  RetrieveMetadataTemplateDocument,
  RetrieveMetadataTemplateFieldDocument,
} from '../generated/operations.ts';
import { one, page } from '../responders/responders.ts';
import { route } from '../route.ts';
import { boolean, pageVariables } from '../wire-values.ts';

/** A template with its fields as a bare list. */
const withSchema = (template: { readonly schema: { readonly nodes: readonly object[] } }): object => ({
  ...template,
  schema: template.schema.nodes,
});

const retrieve = route({
  method: 'GET',
  path: '/metadata/templates/{template_name}/',
  operation: RetrieveMetadataTemplateDocument,
  variables: ({ path }) => ({ template_name: path['template_name'] }),
  respond: one(({ metadataTemplate }) => metadataTemplate && withSchema(metadataTemplate)),
});

/** The templates that the portal describes datasets with, and their fields (docs/contract/rest.md 2, Metadata templates). */
export const templateRoutes = [
  route({
    method: 'GET',
    path: '/metadata/templates/',
    operation: ListMetadataTemplatesDocument,
    needs: 'configure',
    variables: (input) => ({
      ...pageVariables(input),
      is_active: boolean(input.query['is_active']),
      type: input.query['type'],
    }),
    respond: page(({ metadataTemplates }) => metadataTemplates, { node: withSchema }),
  }),
  retrieve,
  route({
    method: 'GET',
    path: '/metadata/templates/{template_name}/fields/',
    operation: ListMetadataTemplateFieldsDocument,
    part: retrieve,
    variables: (input) => ({ template_name: input.path['template_name'], ...pageVariables(input) }),
    respond: page(({ metadataTemplate }) => metadataTemplate?.fields),
  }),
  route({
    method: 'GET',
    path: '/metadata/templates/{template_name}/fields/{template_field_name}/',
    operation: RetrieveMetadataTemplateFieldDocument,
    variables: ({ path }) => ({
      template_name: path['template_name'],
      template_field_name: path['template_field_name'],
    }),
    respond: one(({ metadataTemplate }) => metadataTemplate?.field),
  }),
];
