import { httpUrl, nameOrAddress, secretText, storageUrl, wholeNumber } from '../parsers.ts';
import { optional, setting } from '../setting.ts';

/** The settings of stored files. */
export const storageSettings = {
  DATA_DIR: setting(
    './data',
    (text) => text,
    'The folder of the embedded database, of stored files and of incoming uploads.',
  ),
  STORAGE_URL: optional(storageUrl, {
    about: 'Where stored files are: a folder, or s3://bucket/prefix at a server that speaks S3.',
    fallback: 'DATA_DIR/files',
  }),
  RECORDS_CACHE_MB: setting(
    '20000',
    wholeNumber(100, 10_000_000),
    'How many megabytes of DATA_DIR hold records for queries. They are read from the stored files again where they are missing.',
  ),
  RECORDS_MEMORY_MB: setting(
    '512',
    wholeNumber(16, 1_000_000),
    'How many megabytes of memory queries over records may use in a process, all together; beyond it they write to the disk.',
  ),
  RECORDS_IN_MEMORY_MB: setting(
    '64',
    wholeNumber(0, 1_000_000),
    'How many megabytes of memory hold the records of small datasets, whose queries need no engine; 0 reads all records by the engine.',
  ),
  S3_ENDPOINT: optional(httpUrl, {
    about:
      'The URL of the S3 server, such as https://s3.example.org. The service puts the bucket into the path of its requests.',
    fallback: 'Amazon S3 in S3_REGION',
  }),
  S3_REGION: setting('us-east-1', nameOrAddress, 'The region of the bucket.'),
  S3_ACCESS_KEY_ID: optional(secretText, {
    about: 'The access key of the bucket.',
    fallback: 'credentials of the machine, as the AWS SDK finds them',
    secret: true,
  }),
  S3_SECRET_ACCESS_KEY: optional(secretText, {
    about: 'The secret of S3_ACCESS_KEY_ID.',
    fallback: 'credentials of the machine, as the AWS SDK finds them',
    secret: true,
  }),
};
