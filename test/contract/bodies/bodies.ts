import { portalApi } from '#rest/rest-apis.ts';
import type { Operation } from '../requests/operations.ts';
import { harvesterShapes } from './harvester-bodies.ts';
import { pageAnswers } from './page-bodies.ts';
import { portalAnswers } from './portal-bodies.ts';
import { peopleShapes } from './people-bodies.ts';
import { names, type Shape } from './shapes.ts';

const user = names('username');
const security = {
  ...names('is_data_visible', 'visible_fields', 'filter_query'),
  api_calls_quota: names('unit', 'limit'),
};
const parameter = names(
  'name',
  'type',
  'label',
  'is_mandatory',
  'description?',
  'default?',
  'hidden?',
  'trim?',
  'choices?',
  'can_create_field?',
  'impacts_guessed_parameters?',
);
const field = names(
  'name',
  'type',
  'label',
  'help_text',
  'is_hidden',
  'choices',
  'labels',
  'requirement_level',
  'self_suggest',
  'is_filter',
  'i18n',
  'suggest_url',
);

const apiKey = {
  ...names('uid', 'label', 'permissions?', 'created_at'),
  user,
  ...names('is_revoked'),
  revocation_status: names('revoked_at', 'revocation_reason'),
};

/** The keys of each body, as docs/contract/objects.md and docs/contract/specification.md list them. */
const objects = {
  ...peopleShapes,
  ...harvesterShapes,
  dataset: {
    ...names('uid', 'dataset_id', 'created_at', 'updated_at'),
    created_by: user,
    updated_by: user,
    ...names('is_published', 'is_restricted', 'metadata'),
    default_security: security,
  },
  detail: names('detail'),
  status: names('status', 'previous', 'next', 'since', 'is_published', 'message', 'records_errors', 'params'),
  resource: {
    ...names('uid', 'type', 'title', 'display_name'),
    extraction_infos: names('label', 'type'),
    origin: names('label', 'type'),
    ...names('updated_at', 'params', 'url?', 'datasource?', 'warning?'),
  },
  guess: { ...names('type', 'label'), parameters: parameter, ...names('confidence') },
  guessedParameters: names('extractor', 'params'),
  preview: {
    fields: { ...names('name', 'label', 'type', 'description', 'original_name'), annotations: names('name', 'args') },
    records: null,
  },
  kind: { ...names('type', 'label'), parameters: parameter },
  image: names('url'),
  file: names('uid', 'filename', 'mimetype', 'created_at'),
  alternativeExport: names(
    'uid',
    'title',
    'description',
    'type',
    'filename?',
    'mimetype?',
    'url?',
    'created_at',
    'updated_at',
  ),
  metadata: names('custom?', 'default', 'visualization?'),
  fields: Object.fromEntries(
    ['title', 'keyword', 'modified', 'description'].map((name) => [`${name}?`, names('value')]),
  ),
  value: names('value'),
  userRuleset: { security, permissions: null, user },
  groupRuleset: { security, permissions: null, group: names('uid') },
  userPermissions: { user, permissions: null },
  groupPermissions: { group: names('uid'), permissions: null },
  newKey: { ...apiKey, ...names('key') },
  apiKey,
  foundKey: { ...names('found'), result: apiKey },
  processor: names('uid', 'type', 'label', 'new', 'old', 'field', 'all_fields'),
  configuration: names('uid', 'type', 'label', 'from_name', 'to_name', 'field_label'),
  schedule: names('uid', 'cron_schedule'),
  version: { ...names('uid', 'sections'), created_by: user, ...names('can_restore', 'created_at') },
  feedback: { ...names('uid', 'record_id'), user, ...names('comment', 'values', 'is_archived', 'created_at') },
  connection: {
    ...names(
      'uid',
      'type',
      'is_reusable',
      'can_reuse',
      'can_manage',
      'dataset_count',
      'user_count',
      'group_count',
      'created_at',
      'updated_at',
      'url',
      'headers',
      'auth',
    ),
  },
  template: {
    ...names('name', 'title', 'type', 'is_active', 'is_always_active', 'is_system'),
    schema: field,
    ...names('created_at?'),
    created_by: user,
    ...names('updated_at?'),
    updated_by: user,
  },
  field,
  suggestions: {
    ...names('hits', 'nb_hits', 'page', 'hits_per_page', 'exhaustive_nb_hits', 'exhaustive_typo'),
    exhaustive: names('nb_hits', 'typo'),
    ...names('query', 'params', 'processing_time_ms'),
  },
};

/** The body of an operation: the first pattern that matches its name. */
const answers: readonly (readonly [RegExp, keyof typeof objects])[] = [
  [/^(List|Create|Retrieve|Update|Start|Abort) harvesters?$/, 'harvester'],
  [/harvester schedules?$/, 'harvesterSchedule'],
  [/harvester errors$/, 'harvesterErrors'],
  [/^Preview .*harvester$/, 'harvesterPreview'],
  [/^(Invite|Provision|Add) users/, 'results'],
  [/^(List users|List group users|(Retrieve|Update) user|Add user to group)$/, 'person'],
  [/^(List groups|(Create|Retrieve|Update) group)$/, 'group'],
  [/^(Publish|Abort|Unpublish) /, 'detail'],
  [/^Retrieve dataset status$/, 'status'],
  [/^List (extractors|processors)$/, 'kind'],
  [/^Guess .*extractors$/, 'guess'],
  [/^Guess /, 'guessedParameters'],
  [/^Preview /, 'preview'],
  [/^Create API key$/, 'newKey'],
  [/^Search API key$/, 'foundKey'],
  [/^(List|Retrieve|Update|Revoke) API keys?$/, 'apiKey'],
  [/connections?$/, 'connection'],
  [/ images?$/, 'image'],
  [/alternative exports?$/, 'alternativeExport'],
  [/attachments?$|resource file$/, 'file'],
  [/resource/i, 'resource'],
  [/realtime/, 'resource'],
  [/^Suggest /, 'suggestions'],
  [/template fields?$/, 'field'],
  [/metadata templates?$/, 'template'],
  [/all dataset metadata$/, 'metadata'],
  [/template's/, 'fields'],
  [/ a metadata$/, 'value'],
  [/(connection|page) user rulesets?$/, 'userPermissions'],
  [/(connection|page) group rulesets?$/, 'groupPermissions'],
  [/user rulesets?$/, 'userRuleset'],
  [/group rulesets?$/, 'groupRuleset'],
  [/processors?$/, 'processor'],
  [/field configurations?$/, 'configuration'],
  [/schedules?$/, 'schedule'],
  [/feedbacks?$/, 'feedback'],
  [/^Restore version$/, 'dataset'],
  [/versions?$/, 'version'],
  [/datasets?$/, 'dataset'],
];

/** The shape of the body of an operation, or of the items of its list; null for an open map. */
export function shapeFor({ name, api, family }: Operation): Shape | null {
  if (family.endsWith(' pages')) return shapeIn(pageAnswers, name);
  const known = api === portalApi ? portalAnswers : answers.map(([fits, object]) => [fits, objects[object]] as const);
  return shapeIn(known, name);
}

function shapeIn(known: readonly (readonly [RegExp, Shape | null])[], name: string): Shape | null {
  const [, shape] = known.find(([fits]) => fits.test(name)) ?? [];
  if (shape === undefined) throw new Error(`No shape is known for the body of ${name}.`);
  return shape;
}
