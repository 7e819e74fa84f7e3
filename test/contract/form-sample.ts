import type { JsonObject } from '../../src/kernel/json.ts';
import { images, type SentPart } from '../support/sent-forms.ts';

/** The sections of the form: a block of every type that needs no other data of the catalog. */
export const sections = [
  {
    title: 'You',
    blocks: [
      { fieldId: 'name', type: 'text', label: 'Your name', required: true },
      {
        fieldId: 'who',
        type: 'contact',
        label: 'Who',
        contact: { subFields: [{ name: 'first_name' }, { name: 'email' }] },
      },
      { fieldId: 'employer', type: 'siret', label: 'Employer' },
      { fieldId: 'site', type: 'url', label: 'Your site' },
      { fieldId: 'consent', type: 'legal', label: 'I agree' },
    ],
  },
  {
    title: 'It',
    blocks: [
      { fieldId: 'height', type: 'number', label: 'Height', number: { isInteger: true, min: 0 } },
      { fieldId: 'colours', type: 'choice', label: 'Colours', choice: { options: ['red', 'blue'], isMultiple: true } },
      { fieldId: 'words', type: 'keywords', label: 'Words' },
      { fieldId: 'is_old', type: 'boolean', label: 'Old' },
      { fieldId: 'place', type: 'location_picker', label: 'Place' },
      { fieldId: 'town', type: 'location_search', label: 'Town' },
      { fieldId: 'day', type: 'date_time', label: 'Day', dateTime: { hasTime: true } },
      { fieldId: 'more', type: 'autofill', label: 'More' },
      { fieldId: 'photo', type: 'image', label: 'Photo' },
    ],
  },
];

/** An answer to every block. */
export const answers: JsonObject = {
  name: 'Ada',
  who: { first_name: 'Ada', email: 'ada@example.org' },
  employer: '73282932000074',
  site: 'https://example.org/',
  consent: true,
  height: 35,
  colours: ['red'],
  words: ['tall'],
  is_old: false,
  place: { lat: 48.85, lon: 2.35 },
  town: { lat: 48.85, lon: 2.35 },
  day: '2026-01-15T14:30:00Z',
  more: { any: ['thing'] },
  photo: 'photo',
};

/** The image that comes with the answers. */
export const photo = images.png;

/** A multipart form with answers and the image. */
export const formOf = (data: JsonObject): readonly SentPart[] => [
  ['data', JSON.stringify(data)],
  ['photo', photo, 'a.png', 'image/png'],
];
