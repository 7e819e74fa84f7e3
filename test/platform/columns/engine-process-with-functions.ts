import type { ColumnFunctions } from '#platform/columns/column-functions.ts';
import { serveColumnEngine } from '#platform/columns/process/serve-column-engine.ts';

/** A process of the engine for tests, with functions that show and end it. */
const functions: ColumnFunctions = {
  scalars: [
    { name: 'js_pid', parameterTypes: [], returnType: 'INTEGER', call: () => process.pid },
    {
      name: 'js_crash',
      parameterTypes: ['VARCHAR'],
      returnType: 'VARCHAR',
      call: () => {
        process.kill(process.pid, 'SIGKILL');
        return null;
      },
    },
    {
      name: 'js_hang',
      parameterTypes: ['VARCHAR'],
      returnType: 'VARCHAR',
      call: () => {
        for (;;);
      },
    },
    {
      name: 'js_throw',
      parameterTypes: ['VARCHAR'],
      returnType: 'VARCHAR',
      call: (text) => {
        throw new Error(`refused ${String(text)}`);
      },
    },
    {
      name: 'js_join',
      parameterTypes: ['VARCHAR[]', 'DOUBLE', 'BIGINT', 'BOOLEAN'],
      returnType: 'VARCHAR[]',
      call: (list, ...others) => [...(Array.isArray(list) ? list : []), ...others.map(String), null],
    },
    {
      name: 'js_nulls',
      parameterTypes: ['VARCHAR', 'VARCHAR'],
      returnType: 'INTEGER',
      acceptsNull: true,
      call: (...values) => values.filter((value) => value === null).length,
    },
  ],
  macros: ['create macro odsql.twice(value) as js_nulls(value, value)'],
};

serveColumnEngine({ ofQueries: functions, ofFiles: functions });
