import { CatalogError, fail } from '#kernel/fail.ts';
import { type Json, parseJson, toPlainJson } from '#kernel/json.ts';
import { writeTemporaryFile } from '#engine/datasource/datasource.ts';
import { readJsonBatches } from '../extractors/json/json-batches.ts';
import { JsonRecordPicker } from '../extractors/json/read-json-records.ts';
import { decodeAnswer } from './decode-text.ts';
import type { HarvestSource } from './harvest-source.ts';
import { memberOf } from './read-values.ts';

/** Up to this size a document is read whole, in bytes; elements of a larger one are limited to the size of a record. */
const maxWholeBytes = 32 * 2 ** 20;

/**
 * Reads the elements of a list at the top of a JSON document, after the document has arrived: the source does not wait for what becomes of
 * them. `reportCount` receives how many a document has that is read whole. Fails SOURCE_FAILED for anything else than such a document.
 */
export async function* readJsonList(
  source: HarvestSource,
  url: string,
  member: string,
  reportCount: (count: number) => void,
): AsyncGenerator<Json> {
  const { body, headers } = await source.open(url, { headers: { accept: 'application/json, */*;q=0.5' } });
  const file = await writeTemporaryFile(body);
  try {
    if (file.size <= maxWholeBytes) {
      const text = await decodeAnswer(await file.read(0, file.size), headers['content-type']);
      const list = memberOf(parse(text), member);
      if (!Array.isArray(list))
        fail('SOURCE_FAILED', { reason: `its document has no list ${member}. Check the address.` });
      reportCount(list.length);
      yield* list;
    } else {
      for await (const batch of readJsonBatches(file.openStream(), new JsonRecordPicker([member]), (value) => value))
        for (const value of batch) yield toPlainJson<Json>(value);
    }
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'EXTRACTION_FAILED') throw error;
    fail('SOURCE_FAILED', { reason: `its document cannot be read. ${error.message}` });
  } finally {
    await file.close();
  }
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    const found = /^\s*</.test(text) ? 'a page or XML' : 'something else';
    return fail('SOURCE_FAILED', { reason: `it answered with ${found} in place of JSON. Check the address.` });
  }
}
