import {
  both,
  flag,
  folder,
  list,
  mapOf,
  model,
  nonEmptyText,
  number,
  oneOf,
  pageOf,
  text,
  time,
  user,
  type Family,
} from '../rules.ts';

const field = model({
  'name*': text,
  type: oneOf(
    'text',
    'date',
    'datetime',
    'geo_shape',
    'geo_area',
    'html',
    'multitext',
    'boolean',
    'int',
    'double',
    'longstring',
    'enum',
    'list',
    'enumlist',
    'uri_enum',
    'uri_enumlist',
  ),
  label: text,
  help_text: text,
  is_hidden: flag,
  self_suggest: flag,
  is_filter: flag,
  i18n: flag,
  suggest_url: text,
  choices: list(text),
  labels: mapOf(mapOf(text)),
  requirement_level: oneOf('optional', 'recommended', 'mandatory'),
});

const template = model({
  'name*': nonEmptyText,
  'title*': text,
  'is_active*': flag,
  is_always_active: flag,
  is_system: flag,
  'schema*': list(field),
  created_at: time,
  created_by: user,
  updated_at: time,
  updated_by: user,
});
const anyTemplate = both(template, model({ 'type*': oneOf('interop', 'basic', 'extra', 'admin') }));
const ownTemplate = both(template, model({ 'type*': oneOf('basic', 'admin') }));

const templates = '/metadata/templates/';
const path = `${templates}{template_name}/`;
const image = model({ url: text });
const ofTemplate: Family[string]['sends'] = ({ datasetId }) => ({
  name: `template-${datasetId}`,
  title: 'Water quality',
  type: 'basic',
  is_active: true,
  // defaults of the models
  schema: [
    {
      name: 'method',
      type: 'text',
      label: 'Methods',
      help_text: null,
      self_suggest: true,
      is_filter: false,
      i18n: false,
      choices: null,
      labels: null,
      requirement_level: 'optional',
    },
  ],
});

export const portal: Family = {
  'GET /medias/images/': { status: 200, answer: pageOf(image) },
  'POST /medias/images/': { status: 201, answer: image },
  ...folder(templates, 'template_name', anyTemplate),
  [`POST ${templates}`]: { status: 201, answer: ownTemplate, sends: ofTemplate },
  [`PUT ${path}`]: { status: 200, answer: ownTemplate, sends: ofTemplate },
  [`GET ${path}fields/`]: { status: 200, answer: pageOf(field) },
  [`GET ${path}fields/{template_field_name}/`]: { status: 200, answer: field },
  [`GET ${path}fields/{template_field_name}/suggest/`]: {
    status: 200,
    answer: model({
      hits: { type: 'array' },
      nb_hits: number,
      page: number,
      hits_per_page: number,
      exhaustive_nb_hits: flag,
      exhaustive_typo: flag,
      exhaustive: model({ nb_hits: flag, typo: flag }),
      query: text,
      params: text,
      processing_time_ms: number,
    }),
  },
};
