import { defineExtractor } from '../extractor.ts';
import { extractFilename } from '../extraction/filename-parameter.ts';
import { guessJsonDict, jsonDictConfidence } from './json-guess.ts';
import { readJsonRecords } from './read-json-records.ts';

const parameters = [
  {
    name: 'json_root',
    type: 'text',
    label: 'JSON root',
    description:
      'Names, with dots between them, that lead to the object whose members are the records; empty when the document itself is that object.',
    isMandatory: false,
    default: '',
    trim: 'true',
    impactsGuessedParameters: true,
  },
  extractFilename,
] as const;

/** A JSON document with an object whose members are the records; their names become a field. */
export const jsondict = defineExtractor({
  type: 'jsondict',
  label: 'JSON dictionary',
  parameters,
  extensions: ['json'],
  content: 'json',
  confidence: jsonDictConfidence,
  guess: guessJsonDict,
  extract: (content, params, extraction) =>
    readJsonRecords(
      content,
      {
        root: params.json_root,
        recordsAre: 'members',
        object: '',
        hasHeader: undefined,
        extractFilename: params.extract_filename,
      },
      extraction,
    ),
});
