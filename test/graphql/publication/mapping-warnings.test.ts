import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { runAndFinish } from '#test/support/datasets/publishing.ts';
import { messageOf } from '#test/support/http/rest-errors.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const published = await publishedTowns(app, web, {});

type Operation = 'publishDataset' | 'publishDatasetMetadata';

/** Saves a mapping, publishes, and returns the message of the status. */
async function publishMapping(text: string, operation: Operation = 'publishDataset'): Promise<string | null> {
  const saved = await app.admin.rest('PUT', `/datasets/${published}/metadata/semantic/rml_mapping/`, { value: text });
  expect(saved.status).toBe(200);
  const { status, message } = await runAndFinish(app.admin, operation, published);
  expect(status).toBe('idle');
  return message;
}

const yarrrml = (objects: string) => `mappings: {town: {s: 'http://example.org/$(name)', po: [${objects}]}}`;
const turtle = (subject: string, objects: string) => `
@prefix rr: <http://www.w3.org/ns/r2rml#> . @prefix rml: <http://semweb.mmlab.be/ns/rml#> .
<#A> rr:subjectMap [ rr:template "http://example.org/${subject}" ] ; rr:predicateObjectMap [ rr:predicate <http://example.org/p> ; ${objects} ] .`;

test.each<Operation>(['publishDataset', 'publishDatasetMetadata'])(
  'the status after %s reports a mapping that cannot be applied; the records are published',
  async (operation) => {
    expect(await publishMapping('@prefix ex: <http://x/> .', operation)).toBe(
      messageOf('INVALID_MAPPING', { reason: 'it has no triples map' }),
    );
    expect(await publishMapping(turtle('{nom}', 'rr:objectMap [ rml:reference "pays" ]'), operation)).toBe(
      'The semantic.rml_mapping names columns that the dataset lacks: nom, pays. No subject can be made, so exports as linked data fail.',
    );
    expect(await publishMapping(turtle('{name}', 'rr:objectMap [ rml:reference "pays" ]'), operation)).toBe(
      'The semantic.rml_mapping names columns that the dataset lacks: pays.',
    );
    expect(await publishMapping(yarrrml('[http://example.org/p, $(country)]'), operation)).toBeNull();
  },
);

test('a mapping that names a column with a character which cannot be stored does not stop the publication', async () => {
  expect(await publishMapping(yarrrml('[http://example.org/p, "$(a\\0b)"]'))).toBe(
    'The semantic.rml_mapping names columns that the dataset lacks: a\uFFFDb.',
  );
});

test.each([
  [
    'blank nodes that contain one another many times',
    `<#A> rml:logicalSource [ rml:source _:a ] ; rr:subjectMap [ rr:template "http://x/{name}" ] . _:a <http://x/y> ${Array(2_000).fill('_:a').join(', ')} .`,
  ],
  [
    'nodes that refer to one another many times',
    `<#A> rr:subjectMap [ rr:template "http://x/{name}" ] ; rr:predicateObjectMap ${Array(3_000).fill('_:p').join(', ')} . _:p rr:predicate ${Array(1_000).fill('<http://x/y>').join(', ')} ; rr:object "a" .`,
  ],
])('a mapping of %s is refused before it costs much', async (_what, text) => {
  const prefixes = '@prefix rr: <http://www.w3.org/ns/r2rml#> . @prefix rml: <http://semweb.mmlab.be/ns/rml#> .\n';
  expect(await publishMapping(prefixes + text)).toContain('its nodes refer to one another too many times');
});
