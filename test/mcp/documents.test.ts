import { expect, test } from '@jest/globals';
import { buildSchema, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { tools } from '#mcp/tools.ts';
import { textOf } from '../architecture/sources.ts';

test('docs/agents.md lists every tool with the beginning of its description', () => {
  const rows = tools.map(
    ({ name, description, isMutation }) =>
      `| \`${name}\` | ${isMutation ? 'yes' : 'no'} | ${description.split('. ', 1).join().replace(/\.?$/, '.')} |`,
  );
  const listed = textOf('docs/agents.md').split('\n');
  expect(rows.filter((row) => !listed.includes(row))).toEqual([]);
});

test('read_configuration selects of each datasource and field configuration what a change of it may contain', () => {
  const schema = buildSchema(textOf('schema/schema.graphql'));
  const selected = textOf('schema/tools/configuration.graphql');
  const inputs = { Datasource: membersOf('DatasourceInput'), FieldConfiguration: membersOf('FieldConfigurationInput') };
  for (const [name, inputNames] of Object.entries(inputs)) {
    const found = schema.getType(name);
    if (!isInterfaceType(found)) throw new Error(`${name} is no interface.`);
    const accepted = new Set(inputNames.flatMap((input) => fieldsOf(input)));
    for (const type of schema.getImplementations(found).objects) {
      const [, selection = ''] = new RegExp(`\\.\\.\\. on ${type.name} \\{(.*)\\}`).exec(selected) ?? [];
      const shared = Object.keys(type.getFields()).filter((field) => accepted.has(field) && field !== 'type');
      // the order is the argument twice
      const missing = shared.filter(
        (field) => !new RegExp(`\\b${field}\\b`).test(selection) && type.name + field !== 'OrderFieldConfigurationargs',
      );
      expect([type.name, missing]).toEqual([type.name, []]);
    }
  }

  function fieldsOf(input: string): string[] {
    const type = schema.getType(input);
    return isInputObjectType(type) || isObjectType(type) ? Object.keys(type.getFields()) : [];
  }
  function membersOf(input: string): string[] {
    const type = schema.getType(input);
    return isInputObjectType(type) ? Object.values(type.getFields()).map((field) => String(field.type)) : [];
  }
});
