import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { parse } from 'csv-parse/sync';
import {
  hostileName,
  oddState,
  usedRecords,
  wholeNames,
  wholeState,
  withKey,
} from '#test/support/portal/used-records.ts';
import { hasR, pythonWithPandas, runProgram } from '#test/support/processes/programs.ts';
import { testIf } from '#test/support/test-if.ts';
import { curlCommands, javascriptProgram, pythonPrograms, rProgram } from '#portal-page/use/programs.ts';
import type { Use } from '#portal-page/use/record-query.ts';
import { keyedAddress, mcpConfiguration, powerQuery, sheetsFormula } from '#portal-page/use/tools.ts';

const { towns, restricted, odd } = await usedRecords();

/** Each view, and the values of its first column. */
const views: readonly (readonly [name: string, use: Use, values: readonly string[]])[] = [
  ['a view of public records', towns(wholeState), wholeNames],
  ['a view of records that need a key', restricted(wholeState), wholeNames],
  ['a view with values and names of any characters', odd(oddState), [hostileName]],
  ['all records', towns(), ['Paris', 'Lyon', 'Bern', 'Genève', 'Quito']],
];

const firstOf = (rows: readonly object[]): unknown[] => rows.map((row) => Object.values(row)[0]);

/** The values of the first column of a CSV file. */
const columnOf = (csv: string): string[] =>
  parse(csv, { bom: true, delimiter: csv.split('\n')[0]?.includes(';') ? ';' : ',' })
    .slice(1)
    .map(([value]: string[]) => value ?? '');

test.each(views)('%s: curl prints the page, and saves all records', async (_name, use, values) => {
  const { page, file } = curlCommands(use);
  expect(firstOf(JSON.parse(await runProgram('sh', ['-s'], withKey(page))).results)).toEqual(values);
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-curl-'));
  await runProgram('sh', ['-s'], `cd '${folder}' && ${withKey(file)}`);
  expect(columnOf(await readFile(join(folder, 'records.csv'), 'utf8'))).toEqual(values);
  await rm(folder, { recursive: true });
});

test.each(views)('%s: JavaScript reads the page', async (_name, use, values) => {
  const code = withKey(javascriptProgram(use)).replace(/console\.log.*/, 'console.log(JSON.stringify(results));');
  const printed = await runProgram(process.execPath, ['--input-type=module', '-'], code);
  expect(firstOf(JSON.parse(printed))).toEqual(values);
});

test('curl and JavaScript read a later page of a view', async () => {
  const use = { ...towns(wholeState), limit: 2, offset: 2 };
  expect(firstOf(JSON.parse(await runProgram('sh', ['-s'], curlCommands(use).page)).results)).toEqual(['Bern']);
  const code = javascriptProgram(use).replace(/console\.log.*/, 'console.log(JSON.stringify(results));');
  const printed = await runProgram(process.execPath, ['--input-type=module', '-'], code);
  expect(firstOf(JSON.parse(printed))).toEqual(['Bern']);
});

const pythonTest = testIf(pythonWithPandas !== undefined, 'python3 with pandas');
const folder = resolve('test/portal-page/use/python');
process.env['NODE'] = process.execPath;
process.env['READ_PARQUET'] = join(folder, 'read-parquet.mjs');

/** Runs programs in one process. Returns the values of the first column of each data frame, and the types of its columns. */
async function runPython(
  programs: readonly string[],
): Promise<readonly { readonly values: readonly unknown[]; readonly types: Readonly<Record<string, string>> }[]> {
  const print = `print(json.dumps({"values": list(records.iloc[:, 0]), "types": {name: str(records[name].dtype) for name in records}}))`;
  const code = programs.map((program) => withKey(program).replace('print(records)', print)).join('\n');
  const start = `import json, sys\nsys.path.append(${JSON.stringify(folder)})\n`;
  const printed = await runProgram(pythonWithPandas ?? '', ['-'], start + code);
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

pythonTest('pandas reads all records of each view, as CSV and as Parquet, and moments as such', async () => {
  const read = await runPython(views.flatMap(([, use]) => Object.values(pythonPrograms(use))));
  expect(read.map(({ values }) => values)).toEqual(views.flatMap(([, , values]) => [values, values]));
  expect(read.at(-2)?.types).toMatchObject({ population: 'float64', updated: 'datetime64[ns, UTC]' });
});

const rTest = testIf(hasR, 'Rscript');

for (const [name, use, values] of views)
  rTest(`${name}: R reads all records`, async () => {
    const print = `for (value in records[[1]]) cat(paste(as.character(charToRaw(enc2utf8(value))), collapse = ""), "\\n")`;
    const printed = await runProgram('Rscript', ['-'], withKey(rProgram(use)).replace('print(records)', print));
    const read = printed.split('\n').filter((line) => line !== '');
    expect(read.map((line) => Buffer.from(line.trim(), 'hex').toString())).toEqual(values);
  });

/** The addresses in a text. */
const addressIn = (text: string): string => /https?:\/\/[^"]*/.exec(text)?.[0] ?? '';

test.each(views)('%s: spreadsheets read all records as CSV', async (_name, use, values) => {
  const read = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(address, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')]);
    return columnOf(await response.text());
  };
  const query = withKey(powerQuery(use));
  const [, authorization] = /Authorization = "([^"]*)"/.exec(query) ?? [];
  expect(authorization === undefined).toBe(!use.needsKey);
  expect(await read(addressIn(query), authorization === undefined ? {} : { authorization })).toEqual(values);
  expect(await read(withKey(keyedAddress(use)))).toEqual(values);
  const formula = withKey(sheetsFormula(use));
  expect(formula).toMatch(/^=IMPORTDATA\("[^"]*"\)$/);
  expect(await read(addressIn(formula))).toEqual(values);
});

test.each([
  ['public', towns()],
  ['restricted', restricted()],
])('the configuration of an agent reaches a %s dataset', async (_name, use) => {
  const { url, headers = {} } = JSON.parse(withKey(mcpConfiguration(use))).mcpServers.catalog;
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  expect(client.getServerCapabilities()).toHaveProperty('tools');
  const answer = await client.callTool({ name: 'describe_dataset', arguments: { datasetId: use.datasetId } });
  expect(answer).toMatchObject({ structuredContent: { title: 'Towns' } });
  await client.close();
});
