import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';

const { services } = await testApp();

test('the migrations create the tables that the entities describe', async () => {
  const difference = await services.orm.schema.getUpdateSchemaSQL({ wrap: false });
  expect(difference.trim()).toBe('');
});
