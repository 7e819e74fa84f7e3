import { defineExtractor } from '../extractor.ts';
import { jsonfile } from '../json/jsonfile.ts';

const parameters = [
  {
    name: 'url',
    type: 'text',
    label: 'Address',
    description: "The address of the system's discovery file, gbfs.json.",
    isMandatory: true,
    trim: 'true',
  },
] as const;

/** The stations or vehicles of a bike-share system; the content is JSON lines, which join the feeds of the system. */
export const gbfs = defineExtractor({
  type: 'gbfs',
  label: 'Bike-share feed (GBFS)',
  parameters,
  extensions: [],
  confidence: () => 0,
  guess: () => ({}),
  extract: (content, _params, extraction) => jsonfile.extract(content, {}, extraction),
});
