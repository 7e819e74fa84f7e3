import { fail } from '#kernel/fail.ts';
import { defineExtractor, type Sample } from '../extractor.ts';
import { extractFilename } from '../extraction/filename-parameter.ts';
import { toFeedRecord } from './feed-record.ts';
import { xmlConfidence, outlineXml } from './xml-guess.ts';
import { readXmlRecords } from './read-xml-records.ts';

const parameters = [extractFilename] as const;

/** The greatest depth of entries. */
const entryDepth = 3;
/** The paths of entries: RSS 0.9x and 2.0, RSS 1.0 (RDF), Atom. */
const entryPaths = new Set(['rss/channel/item', 'rdf:RDF/item', 'feed/entry', 'atom:feed/atom:entry']);
const documentElements = new Set([...entryPaths].map((path) => path.split('/')[0]));

function confidence(sample: Sample): number {
  const likely = xmlConfidence(sample);
  const [root] = likely > 0 ? outlineXml(sample).elements.keys() : [];
  return documentElements.has(root) ? 0.95 : 0;
}

function isRecord(path: readonly string[]): boolean {
  const [root] = path;
  if (path.length === 1 && !documentElements.has(root))
    fail('EXTRACTION_FAILED', {
      reason: `the file is not a feed: it begins with ${root} instead of rss, rdf:RDF or feed`,
    });
  return path.length <= entryDepth && entryPaths.has(path.join('/'));
}

/** A news feed: RSS 0.9x, 1.0 and 2.0, and Atom, all with the same fields. */
export const feed = defineExtractor({
  type: 'feed',
  label: 'RSS or Atom feed',
  parameters,
  extensions: ['rss', 'atom', 'rdf', 'xml'],
  content: 'xml',
  acceptsMarkup: true,
  confidence,
  guess: () => ({ extract_filename: false }),
  extract: (content, params, extraction) =>
    readXmlRecords(
      content,
      {
        isRecord,
        toRecord: (entry) => toFeedRecord(entry, extraction.columns),
        extractFilename: params.extract_filename,
      },
      extraction,
    ),
});
