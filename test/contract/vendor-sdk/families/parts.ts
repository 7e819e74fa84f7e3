import {
  byType,
  flag,
  folder,
  list,
  model,
  nonEmptyText,
  oneOf,
  pageOf,
  rulesets,
  text,
  time,
  user,
  mapOf,
  anything,
  type Family,
} from '../rules.ts';
import { security } from './datasets.ts';

export const file = model({ uid: text, filename: text, mimetype: text, created_at: time });

const path = '/datasets/{dataset_uid}/';
const fieldTypes = ['text', 'int', 'double', 'geo_point_2d', 'geo_shape', 'date', 'datetime', 'file'] as const;

const feedback = model({
  'uid*': text,
  'record_id*': text,
  'user*': user,
  'comment*': text,
  // the description gives the values of one field; services answer them by the name of the field
  values: mapOf(model({ value: anything, type: text })),
  is_archived: flag,
  created_at: time,
});

const configuration = {
  allOf: [
    model({ uid: text, 'label*': text }),
    byType({
      rename: model({ 'from_name*': nonEmptyText, 'to_name*': nonEmptyText, 'field_label*': nonEmptyText }),
      type: model({ 'field*': nonEmptyText, 'type_param*': oneOf(...fieldTypes) }),
      annotate: model({
        'field*': nonEmptyText,
        'annotation*': oneOf(
          'id',
          'timeserie_precision',
          'unit',
          'decimals',
          'sortable',
          'multivalued',
          'hierarchical',
        ),
        args: list({ type: ['string', 'integer'] }),
      }),
      description: model({ 'field*': nonEmptyText, 'description*': nonEmptyText }),
      order: model({ 'args*': list(text) }),
      delete: model({ 'field*': nonEmptyText }),
    }),
  ],
};

const processor = model({ uid: text, 'type*': text, 'label*': text });

const alternativeExport = {
  allOf: [
    model({
      uid: text,
      'title*': nonEmptyText,
      description: text,
      mimetype: text,
      created_at: time,
      updated_at: time,
    }),
    byType({ uploaded_file: model({ filename: text }), url: model({ url: text }) }),
  ],
};

export const parts: Family = {
  [`GET ${path}feedbacks/`]: { status: 200, answer: pageOf(feedback) },
  [`GET ${path}feedbacks/{feedback_uid}/`]: { status: 200, answer: feedback },
  [`POST ${path}feedbacks/{feedback_uid}/archive/`]: { status: 200, answer: feedback },
  ...folder(`${path}fields/`, 'field_uid', configuration, {
    sends: () => ({ type: 'order', label: 'In order', args: ['height', 'name'] }),
  }),
  ...folder(`${path}processors/`, 'processor_uid', processor, {
    sends: () => ({ type: 'string_replace', label: 'Letters', field: 'name', old: 'a', new: 'b' }),
  }),
  'GET /processors/': { status: 200, answer: list(processor) },
  ...folder(`${path}schedules/`, 'schedule_uid', model({ uid: nonEmptyText, 'cron_schedule*': nonEmptyText }), {
    sends: () => ({ cron_schedule: '0 6 * * 1' }),
  }),
  [`GET ${path}attachments/`]: { status: 200, answer: pageOf(file) },
  [`POST ${path}attachments/`]: { status: 201, answer: file },
  [`GET ${path}attachments/{attachment_uid}/`]: { status: 200, answer: file },
  [`DELETE ${path}attachments/{attachment_uid}/`]: { status: 204 },
  [`GET ${path}attachments/{attachment_uid}/download/`]: { status: 200, answer: text },
  ...folder(`${path}alternative_exports/`, 'export_uid', alternativeExport),
  [`PUT ${path}alternative_exports/{export_uid}/`]: {
    status: 200,
    answer: alternativeExport,
    sends: () => ({ title: 'Cities', type: 'uploaded_file' }),
  },
  [`GET ${path}alternative_exports/{export_uid}/download/`]: { status: 200, answer: text },
  ...rulesets(`${path}security/`, {
    created: 201,
    properties: { security },
    permission: oneOf('explore_restricted_dataset', 'edit_dataset', 'publish_dataset', 'manage_dataset'),
  }),
};
