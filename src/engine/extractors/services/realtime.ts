import { requireParameters } from '#engine/parameters/check-parameters.ts';
import type { RawParams } from '#engine/parameters/parameter.ts';
import { defineExtractor } from '../extractor.ts';
import { jsonfile } from '../json/jsonfile.ts';

const parameters = [
  {
    name: 'is_enabled',
    type: 'boolean',
    label: 'Enabled',
    description: 'Takes the records that are pushed.',
    isMandatory: false,
    default: 'true',
  },
] as const;

/** Records that clients push. The content is the log of these records, a JSON array. */
export const realtime = defineExtractor({
  type: 'realtime',
  label: 'Realtime',
  parameters,
  extensions: [],
  confidence: () => 0,
  guess: () => ({ is_enabled: true }),
  extract: (content, _params, extraction) => jsonfile.extract(content, {}, extraction),
});

/** Whether clients push the records of a resource. */
export const isRealtime = ({ type }: { readonly type: string }): boolean => type === realtime.type;

/** Whether a resource with these parameters accepts pushed records. */
export const acceptsRecords = (params: RawParams): boolean => requireParameters(parameters, params).is_enabled;
