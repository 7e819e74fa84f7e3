import { defineExtractor } from '../extractor.ts';
import { extractFilename } from '../extraction.ts';
import { guessJson, guessJsonDict, jsonConfidence, jsonDictConfidence } from './json-guess.ts';
import { readJsonRecords } from './read-json-records.ts';

const parameters = [
  {
    name: 'json_root',
    type: 'text',
    label: 'JSON root',
    description:
      'Names, with dots between them, that lead to the array of records; empty when the document is the array or the only record.',
    isMandatory: false,
    default: '',
    trim: 'true',
    hasImpactOnGuesses: true,
  },
  {
    name: 'json_object',
    type: 'text',
    label: 'JSON object',
    description:
      'Names, with dots between them, that lead from an element of the array to the object that is the record; empty when the element is the record.',
    isMandatory: false,
    default: '',
    trim: 'true',
  },
  {
    name: 'headers_first_row',
    type: 'boolean',
    label: 'Headers in the first row',
    description:
      'Where records are lists of cells: whether the first list holds the names of the fields. When omitted, a list of columns in the document or the cells of the first list decide.',
    isMandatory: false,
    default: 'true',
  },
  extractFilename,
] as const;

/** A JSON document with an array of objects, or of lists of cells, somewhere in it, or documents one after another. */
export const jsonfile = defineExtractor({
  type: 'jsonfile',
  label: 'JSON file',
  parameters,
  extensions: ['json', 'jsonl', 'ndjson'],
  content: 'json',
  confidence: jsonConfidence,
  guess: guessJson,
  extract: (content, params, extraction) =>
    readJsonRecords(
      content,
      {
        root: params.json_root,
        recordsAre: 'elements',
        object: params.json_object,
        hasHeader: extraction.givenParameters.has('headers_first_row') ? params.headers_first_row : undefined,
        extractFilename: params.extract_filename,
      },
      extraction,
    ),
});

const dictParameters = [
  {
    name: 'json_root',
    type: 'text',
    label: 'JSON root',
    description:
      'Names, with dots between them, that lead to the object whose members are the records; empty when the document itself is that object.',
    isMandatory: false,
    default: '',
    trim: 'true',
    hasImpactOnGuesses: true,
  },
  extractFilename,
] as const;

/** A JSON document with an object whose members are the records; their names become a field. */
export const jsondict = defineExtractor({
  type: 'jsondict',
  label: 'JSON dictionary',
  parameters: dictParameters,
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
