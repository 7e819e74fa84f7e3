import { Field, ObjectType } from 'type-graphql';
import { checkAll } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import { toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import type { SnowflakeSettings } from '#platform/datasources/snowflake.ts';
import { AnyDatasource, ConnectionReference, DatasourceConnectionSettings } from '../connection.type.ts';
import { parseConnectionString } from '../connection-string.ts';
import { parseLine, parseSettingText } from '../parse-settings.ts';
import type { ConnectedKind, DatasourceInputBase } from './connected-kind.ts';

@ObjectType({ implements: DatasourceConnectionSettings, description: 'Access to a cloud warehouse.' })
export class SnowflakeConnectionSettings extends DatasourceConnectionSettings {
  @Field(() => String, {
    description: 'As for ODBC: `Server=…;Database=…`, without secret parts.',
  })
  connectionString!: string;
}

@ObjectType({ implements: AnyDatasource, description: 'The rows of a query on a cloud warehouse.' })
export class SnowflakeDatasource extends AnyDatasource {
  declare type: 'snowflake_odbc';

  @Field(() => ConnectionReference, { description: 'The connection to the warehouse.' })
  connection!: ConnectionReference;

  @Field(() => String, { description: 'The query that returns the records.' })
  query!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The query that returns sample records, for previews and for guessing the type and parameters of the extractor; null when `query` returns them.',
  })
  previewQuery!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The query for new records, or null. It is stored, but not used yet.',
  })
  incrementalQuery!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The column that identifies new records; null where there is none.',
  })
  incrementalField!: string | null;
}

interface SnowflakeInput extends DatasourceInputBase {
  readonly query?: string | null;
  readonly previewQuery?: string | null;
  readonly incrementalQuery?: string | null;
  readonly incrementalField?: string | null;
}

/** The rows of queries on cloud warehouses. */
export const snowflake: ConnectedKind<SnowflakeDatasource, SnowflakeInput> = Object.freeze<
  ConnectedKind<SnowflakeDatasource, SnowflakeInput>
>({
  type: 'snowflake_odbc',
  label: 'Snowflake',
  description: 'In a cloud warehouse, as the rows of a query.',
  objectType: SnowflakeDatasource,
  inputs: {
    query: { type: () => String, isRequired: true, description: 'The query that returns the records.' },
    previewQuery: {
      type: () => String,
      description:
        'The query that returns sample records, for previews and for guessing the type and parameters of the extractor; `query` by default.',
    },
    incrementalQuery: {
      type: () => String,
      description:
        'The query for new records. The catalog stores the query but does not use it yet: a publication reads all records.',
    },
    incrementalField: { type: () => String, description: 'The column that identifies new records.' },
  },
  connection: {
    description: 'A cloud warehouse.',
    objectType: SnowflakeConnectionSettings,
    inputs: {
      connectionString: {
        type: () => String,
        isRequired: true,
        description:
          '`Server=…;Database=…;Uid=…;Pwd=…`. An omitted secret part keeps its stored value, unless the server changes.',
      },
    },
    // the connection string contains the authentication
    auth: { types: [], isOptional: true },
    parse: ({ connectionString }, { path, secrets }) => ({
      connectionString: parseConnectionString(connectionString, `${path}connectionString`, secrets),
    }),
  },
  probe: { datasource: () => ({ type: 'snowflake_odbc', query: 'select 1' }) },
  parse(input, { connection }) {
    const parseOptional = (name: 'previewQuery' | 'incrementalQuery') =>
      input[name] == null ? null : parseSettingText(input[name], name);
    const [query, previewQuery, incrementalQuery, incrementalField] = checkAll(
      () => parseSettingText(input.query, 'query'),
      () => parseOptional('previewQuery'),
      () => parseOptional('incrementalQuery'),
      () => (input.incrementalField == null ? null : parseLine(input.incrementalField, 'incrementalField')),
    );
    if (incrementalQuery !== null && incrementalField === null)
      failFields({ incrementalField: ['Name the column that identifies new records.'] });
    return { type: 'snowflake_odbc', connection, query, previewQuery, incrementalQuery, incrementalField };
  },
  displayName: () => undefined,
  identity: ({ query = null }) => query,
  toReadable({ type, query, previewQuery }, { connection, isSample }) {
    const settings: SnowflakeSettings = {
      type,
      connection: { connectionString: connection.connectionString() },
      query: isSample ? (previewQuery ?? query) : query,
    };
    return toReadableDatasource(
      settings,
      async () => (await import('#platform/datasources/snowflake.ts')).snowflakeClient,
    );
  },
});
